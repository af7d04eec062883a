"""Turn end, eras, the end of the game and scoring (RULES.md 7.12, 7.13, 13)."""

from serai.referee.games.tadmor.board import CONSTANTS, IMPROVEMENTS, MISSIONS
from serai.referee.games.tadmor.offer import archive
from serai.referee.games.tadmor.scoring import Breakdown, breakdown, score
from serai.referee.games.tadmor.turn import advance_clock
from serai.referee.games.tadmor.works import PART_VALUES, SET_VALUES
from tests.games.tadmor.table import NONE, TADMOR, GameTable, Start, only


def test_traded_goods_move_to_the_warehouse() -> None:
    """T-EN-01, T-EN-02, A35: then the limit of 8 is looked at."""
    table = GameTable(2)
    table.goods(red=(4, 0, 0, 0))
    table.traded(red=(0, 0, 0, 5))
    table.end_turn()
    assert (table.red.warehouse, table.red.traded) == ([4, 0, 0, 5], NONE)
    assert table.red.options == ["discard:wood", "discard:gold"]
    table.red.does("discard:gold")
    assert table.red.warehouse == [4, 0, 0, 4]


def test_nothing_is_thrown_away_in_the_last_turn() -> None:
    """T-EN-02, A46: it makes no difference any more."""
    table = GameTable(2, era=3)
    table.set(turn=9)
    table.goods(red=(20, 0, 0, 0))
    table.end_turn()
    assert table.over
    assert table.red.warehouse == [20, 0, 0, 0]


def test_the_turn_moves_on() -> None:
    """T-EN-03, T-SC-01, T-BA-03: nine turns in three eras, then the game is over."""
    table = Start(2)
    eras = []
    for turn in range(1, 10):
        table.play_on(turn)
        eras.append((table.state.turn, table.state.era))
    assert eras == [(turn, (turn - 1) // 3 + 1) for turn in range(1, 10)]
    table.play_on(10)
    assert table.over


def test_every_stage_comes_in_every_turn() -> None:
    """T-RE-03, T-KI-06, T-PL-09, T-AN-01: pieces are placed, gather, are taxed in era II and go home."""
    table = Start(3)
    table.play_on(4)
    told = len(table.journal)
    table.play_on(5)
    fourth = table.journal[told:-1]
    assert sum("places a" in line for line in fourth) == 15
    assert any("gathers" in line for line in fourth)
    assert [line for line in fourth if line.endswith("for tax")] == [
        f"seat {seat} scores -3 for tax" for seat in (1, 2, 0)
    ]
    assert all(player.reserve == player.owned for player in table.state.players)


def test_a_new_era_replaces_the_offer() -> None:
    """T-EN-05, T-EN-06, T-EN-07, T-BA-23: what is left of the old one and what is not drawn goes to the box."""
    table = GameTable(2)
    table.offer("I5 I6")
    table.set(turn=3)
    table.end_turn()
    offer = table.state.offer
    assert len(offer) == 6
    assert {IMPROVEMENTS[tile].era for tile in offer} == {2}
    assert set(archive(table.state)) == set(table.state.variant.tiles[0] + table.state.variant.tiles[1]) - set(offer)
    table.state.agenda.clear()
    table.set(turn=6)
    table.end_turn()
    assert {IMPROVEMENTS[tile].era for tile in table.state.offer} == {3}


def test_towers_score_in_a_new_era_only() -> None:
    """T-EN-04: not after turn 2."""
    table = GameTable(2)
    table.towers(red=5)
    table.set(turn=2)
    table.end_turn()
    assert table.red.pp == CONSTANTS.start_pp


def test_what_is_scored_at_the_end() -> None:
    """T-SC-02, T-SC-03, T-SC-04, T-SC-05, T-SC-06, T-SC-07, T-SC-08, T-BA-01: the sum of its parts."""
    table = GameTable(2, era=3)
    table.red.set(pp=17, temples=[4, 2])
    table.towers(red=6)
    table.done(red="K1")
    table.returned(red="K3")
    table.rare(red="glass jade")
    table.tiles(red="I38")
    parts = breakdown(table.state, 0)
    assert parts == Breakdown(
        track=17,
        tower=12,
        missions=MISSIONS[0].pp + MISSIONS[2].pp // 2,
        temples=PART_VALUES[4] + PART_VALUES[2],
        rare_goods=SET_VALUES[2],
        tiles=12,
    )
    assert score(table.state).points == (parts.total, 10)
    assert score(table.state).ranks == (1, 2)


def test_the_end_is_told_item_by_item() -> None:
    """T-SC-02, finding M10: the items of a seat add up to its points."""
    table = GameTable(2)
    table.towers(red=7)
    table.done(red="K16")
    table.returned(blue="K17 K9")
    table.state.players[0].temples = [2]
    table.rare(blue="oil silk")
    table.set(turn=9, era=3)
    table.happens(advance_clock)
    assert table.over
    assert table.journal[-12:] == [
        f"at the end seat {seat} has {points} for {item}"
        for seat, counts in enumerate(((10, 14, 8, 13, 0, 0), (10, 0, 9, 0, 10, 0)))
        for item, points in zip(("track", "tower", "missions", "temples", "rare_goods", "tiles"), counts, strict=True)
    ]
    assert score(table.state).points == (45, 29)


def test_what_scores_nothing() -> None:
    """T-SC-15: resources and missions in hand."""
    table = GameTable(2)
    table.goods(red=(5, 5, 5, 5))
    table.hand(red="K1 K2 K3")
    assert score(table.state).points == (10, 10)


def test_everything_but_hands_is_open() -> None:
    """T-GE-04: goods, pieces, tiles, missions on the table, towers, temples, rare goods and PP are in every view."""
    table = GameTable(2)
    table.goods(red=(1, 2, 3, 4))
    table.traded(red=(4, 3, 2, 1))
    table.tiles(red="I5")
    table.done(red="K1")
    table.returned(red="K2")
    table.hand(red="K3 K4")
    table.rare(red="oil")
    table.red.set(temples=[2], tower=7, pp=-2)
    for viewer in (1, None):
        seen = TADMOR.view(table.state, viewer).players[0]
        assert (seen.warehouse, seen.traded, seen.tiles) == ((1, 2, 3, 4), (4, 3, 2, 1), (4,))
        assert (seen.done, seen.returned, seen.hand) == ((0,), (1,), 2)
        assert (seen.temples, seen.tower, seen.pp, sum(seen.rare)) == ((2,), 7, -2, 1)
        assert (seen.owned, seen.reserve) == ((3, 2), (3, 2))


def test_resources_never_run_out() -> None:
    """T-GE-05: more than the twenty cubes of the box."""
    table = GameTable(2)
    table.goods(red=(30, 0, 0, 0))
    table.stand(red="camel:pal_market")
    table.build()
    table.red.does(*["trade:wood:gold"] * 30)
    assert table.red.traded == [0, 0, 0, 30]
    assert only(table.red.options, "trade") == []
