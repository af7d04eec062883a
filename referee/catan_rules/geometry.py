"""Hexes, vertices and edges by name, and which touches which (rules 1): worked out once for a map, then only read.

Hexes are pointy-top with axial coordinates; r grows to the south. A vertex is the top (N) or bottom (S) corner of the
hex that names it, an edge the NE, E or SE side of its hex; that hex may lie off the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Hex = tuple[int, int]
Vertex = tuple[int, int, str]
Edge = tuple[int, int, str]

EDGE_SIDES = ("NE", "E", "SE")


def corners(hex_: Hex) -> tuple[Vertex, ...]:
    """The six corners from the north, clockwise."""
    q, r = hex_
    return (
        (q, r, "N"),
        (q + 1, r - 1, "S"),
        (q, r + 1, "N"),
        (q, r, "S"),
        (q - 1, r + 1, "N"),
        (q, r - 1, "S"),
    )


def sides(hex_: Hex) -> tuple[Edge, ...]:
    """The six sides from the north-east, clockwise."""
    q, r = hex_
    return (
        (q, r, "NE"),
        (q, r, "E"),
        (q, r, "SE"),
        (q - 1, r + 1, "NE"),
        (q - 1, r, "E"),
        (q, r - 1, "SE"),
    )


def ends(edge: Edge) -> tuple[Vertex, Vertex]:
    """The two vertices an edge joins."""
    around = corners(edge[:2])
    place = EDGE_SIDES.index(edge[2])
    return around[place], around[place + 1]


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """The six hexes around, from the east, counter-clockwise."""
    q, r = hex_
    return ((q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1))


def hex_name(hex_: Hex) -> str:
    return f"q{hex_[0]}r{hex_[1]}"


def place_name(place: Vertex | Edge) -> str:
    return f"q{place[0]}r{place[1]}{place[2]}"


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A map's places by number, in the fixed order of all lists (rules 1.5), with their adjacency."""

    hexes: tuple[Hex, ...]
    vertices: tuple[Vertex, ...]
    edges: tuple[Edge, ...]
    corners: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, int], ...]
    edges_at: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]
    hexes_at: tuple[tuple[int, ...], ...]
    hexes_of_edge: tuple[tuple[int, ...], ...]

    @property
    def hex_names(self) -> tuple[str, ...]:
        return tuple(map(hex_name, self.hexes))

    @property
    def vertex_names(self) -> tuple[str, ...]:
        return tuple(map(place_name, self.vertices))

    @property
    def edge_names(self) -> tuple[str, ...]:
        return tuple(map(place_name, self.edges))

    @property
    def hex_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The hexes of the map beside each hex."""
        numbers = {hex_: number for number, hex_ in enumerate(self.hexes)}
        return tuple(tuple(numbers[n] for n in neighbours(hex_) if n in numbers) for hex_ in self.hexes)


def grid_of(found: Iterable[Hex]) -> Grid:
    """All places of a map of these hexes, numbered in the fixed order."""
    hexes = tuple(sorted(found, key=lambda hex_: (hex_[1], hex_[0])))
    vertices = tuple(sorted({v for hex_ in hexes for v in corners(hex_)}, key=lambda v: (v[1], v[0], v[2])))
    edges = tuple(
        sorted({e for hex_ in hexes for e in sides(hex_)}, key=lambda e: (e[1], e[0], EDGE_SIDES.index(e[2])))
    )
    vertex_number = {vertex: number for number, vertex in enumerate(vertices)}
    joined = [(vertex_number[a], vertex_number[b]) for a, b in map(ends, edges)]
    corner_numbers = [tuple(vertex_number[vertex] for vertex in corners(hex_)) for hex_ in hexes]
    edges_at = [tuple(e for e, pair in enumerate(joined) if v in pair) for v in range(len(vertices))]
    return Grid(
        hexes=hexes,
        vertices=vertices,
        edges=edges,
        corners=tuple(corner_numbers),
        ends=tuple((min(pair), max(pair)) for pair in joined),
        edges_at=tuple(edges_at),
        beside=tuple(tuple(sum(joined[e]) - v for e in at) for v, at in enumerate(edges_at)),
        hexes_at=tuple(tuple(h for h, at in enumerate(corner_numbers) if v in at) for v in range(len(vertices))),
        hexes_of_edge=tuple(tuple(h for h, hex_ in enumerate(hexes) if edge in sides(hex_)) for edge in edges),
    )
