"""Jobs cover what has no facts yet, once; playing them twice does no harm."""

from serai.ladder.bots.version import Package
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store

TWO = {"two_players": "on"}
SECRET = bytes(range(32))


def create(store: Store, packages: list[Package], name: str = "spring", blocks: int = 4) -> Tournament:
    return tournaments.create(store, name, "yspahan", packages, seats=2, blocks=blocks, settings=TWO, secret=SECRET)


def queued(store: Store) -> list[tuple[str, list[int]]]:
    """Tournament and blocks of all jobs in the queue."""
    return [(job.args[0], job.args[1]) for job in jobs.queue(store.redis).jobs]


def test_every_missing_block_is_queued_once(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    assert jobs.enqueue_missing(store, tournament, workers=2) == 6
    assert jobs.enqueue_missing(store, tournament, workers=2) == 0
    assert sorted(block for _, blocks in queued(store) for block in blocks) == list(range(12))
    assert jobs.pending(store.redis, "spring") == set(range(12))
    assert jobs.is_pending(store.redis, "spring")


def test_a_job_is_of_one_line_up(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    jobs.enqueue_missing(store, tournament)
    for _, blocks in queued(store):
        assert len({frozenset(tournament.blocks[index].line_up) for index in blocks}) == 1


def test_tournaments_whose_names_begin_alike_are_not_confused(store: Store, packages: list[Package]) -> None:
    jobs.enqueue_missing(store, create(store, packages, "spring-2"))
    assert not jobs.is_pending(store.redis, "spring")
    assert jobs.enqueue_missing(store, create(store, packages, "spring")) > 0
    assert {name for name, _ in queued(store)} == {"spring", "spring-2"}


def test_small_tournaments_are_cut_for_all_workers_and_large_ones_into_large_jobs() -> None:
    assert jobs.batch_size(20, workers=2) == 5
    assert jobs.batch_size(3, workers=2) == 1
    assert jobs.batch_size(10_000, workers=2) == 64


def test_what_has_facts_is_not_queued(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2], blocks=2)
    jobs.play("spring", [0])
    jobs.enqueue_missing(store, tournament)
    assert queued(store) == [("spring", [1])]


def test_a_job_that_runs_twice_records_its_games_once(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2], blocks=1)
    jobs.play("spring", [0])
    facts = list(store.facts("spring"))
    jobs.play("spring", [0])
    assert list(store.facts("spring")) == facts
    assert [fact["game_id"] for fact in facts] == list(tournament.game_ids(0))
    assert {fact["tournament"] for fact in facts} == {"spring"}
    assert store.progress("spring") == {}


def test_of_a_halted_tournament_nothing_is_queued_or_played(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    store.halt("spring", "paused")
    assert jobs.enqueue_missing(store, tournament) == 0
    jobs.play("spring", [0])
    assert store.count("spring") == 0
    store.unhalt("spring")
    assert jobs.enqueue_missing(store, tournament) > 0
