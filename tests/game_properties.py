"""What every game promises, as checks over random play; tests/test_every_game.py makes them of every game."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, Event, act, decision, options, push, waiting
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Score, ranks_by
from serai.referee.core.luck import Luck
from serai.referee.core.notation import Notation
from serai.referee.core.picture import WIDTH
from serai.referee.core.saved_row import Rest, Row
from serai.referee.match import Match
from serai.referee.replay import Replay, beginning, record, verify
from tests.random_play import Case, Play, RecordingLuck, deal, play_on, play_some, print_of

STATES = 200  # looked at per table and viewer
PLAYED_ON = 60  # decisions on a clone: enough to change everything on the table
NAMES = ("ann", "a_bot_with_a_long_name", "ben", "random")  # of the seats in a picture
FOREIGN = 8  # actions from elsewhere in the game that are tried in a state


def samples(case: Case, wanted: int = STATES, every: int = 3) -> Iterator[tuple[Play, Any]]:
    """So many states from random games, spread over all parts of a game."""
    found = number = 0
    while found < wanted:
        play = Play(case, number)
        for place, state in enumerate(play.states()):
            if found < wanted and place % every == number % every:
                found += 1
                yield play, state
        number += 1


# --- rules


def it_ends_and_nothing_is_lost(case: Case, laws: Any, games: int = 3) -> None:
    """Random play ends, the game's own laws hold in every state, and the score fits the seats."""
    for number in range(games):
        play = Play(case, number)
        for state in play.states():
            laws.check(state)
        laws.check(play.state)
        score: Score = case.game.score(play.state)
        assert len(score.points) == len(score.ranks) == case.seats, f"{score} does not fit the seats"
        assert score.ranks == ranks_by(tuple(-rank for rank in score.ranks)), f"{score.ranks} are no ranks"


def options_are_a_real_choice(case: Case) -> None:
    """Who is asked has something to answer, nothing twice, and gets asked a single option only for secrecy."""
    for _, state in samples(case):
        assert waiting(state), f"{decision(state)} asks nobody"
        for seat in waiting(state):
            offered = options(state, seat)
            assert offered, f"{decision(state)} asks seat {seat} for nothing"
            assert len(set(offered)) == len(offered), f"{decision(state)} offers something twice: {offered}"
            needed = len(offered) > 1 or decision(state).always_asked(state, seat)
            assert needed, f"{decision(state)} asks seat {seat} without need"


def listed_options_are_accepted(case: Case) -> None:
    """Every option that is listed, and the default answer of a retired seat, passes the referee's check."""
    for _, state in samples(case):
        for seat in waiting(state):
            for action in [*options(state, seat), decision(state).default(state, seat)]:
                act(case.game.clone(state), seat, action)


def others_are_refused(case: Case) -> int:
    """What is not listed, and any answer of a seat that is not asked, is refused and changes nothing."""
    chance = random.Random(str(case))
    refused = 0
    for play, state in samples(case):
        before = print_of(state)
        for seat in range(case.seats):
            refused += sum(refuses(state, seat, action) for action in foreign(play, state, seat, chance))
        assert print_of(state) == before, "a refused answer changed the state"
    return refused


def foreign(play: Play, state: Any, seat: int, chance: random.Random) -> list[Action]:
    """Actions seen earlier in the game that are not listed now, except of kinds that are open-ended."""
    free = decision(state).open_ended if seat in waiting(state) else ()
    others = [action for action in play.met if action not in options(state, seat) and not isinstance(action, free)]
    return chance.sample(others, min(FOREIGN, len(others)))


def refuses(state: Any, seat: int, action: Action) -> bool:
    try:
        act(state, seat, action)
    except IllegalAction as error:
        return bool(str(error))
    raise AssertionError(f"{decision(state)} lets seat {seat} answer {action}")


# --- copies


def a_clone_never_touches_its_original(case: Case) -> None:
    """Neither does what happens to the clone show in the original, nor the other way round."""
    kept = []
    for number in range(3):
        play = Play(case, number)
        for place, state in enumerate(play.states()):
            if place % 10 == number:
                before = print_of(state)
                kept.append((case.game.clone(state), before))
                play_some(case.game.clone(state), random.Random(place), PLAYED_ON)
                assert print_of(state) == before, "playing on a clone changed its original"
    assert all(print_of(clone) == before for clone, before in kept), "playing on changed a clone made before"


def the_same_decisions_give_the_same_game(case: Case) -> None:
    """Played again, and played on from a pickle, a game is the same after every decision."""
    play = Play(case, 0)
    prints = [print_of(state) for state in play.states()]
    again = case.begin(0)
    again.journal = None  # a clone has none either, and a long one is slow to pickle
    for place, ((seat, action), before) in enumerate(zip(play.decisions, prints, strict=True)):
        if place % 5 == 0:
            again = pickle.loads(pickle.dumps(again))
        assert print_of(again) == before, f"played again, the game differs at decision {place}"
        act(again, seat, action)
    assert print_of(again) == print_of(play.state), "played again, the game ends differently"


def the_same_deal_gives_the_same_draws(case: Case) -> int:
    """Other decisions, the same luck: the n-th draw for a purpose is what it was in the other game."""
    games = []
    for number in range(4):
        state = case.begin(0, luck=RecordingLuck)
        play_on(state, random.Random(number))
        games.append(state.luck.draws)
    compared = 0
    for other in games[1:]:
        for purpose in games[0].keys() & other.keys():
            pairs = zip(games[0][purpose], other[purpose], strict=False)
            alike = [(one[1], two[1]) for one, two in pairs if one[0] == two[0]]
            assert all(one == two for one, two in alike), f"draws for {purpose} depend on what was decided"
            compared += len(alike)
    return compared


def a_saved_state_comes_back(case: Case, number: int = 0, every: int = 20) -> int:
    """Saved and loaded, a state is the same and saves the same; how many were. Some are played on, to the same end."""
    play, compared = Play(case, number), 0
    for place, state in enumerate(play.states()):
        if place % every == number % every:
            comes_back(case, state)
            compared += 1
            if compared % 100 == 3:
                one, other = case.game.clone(state), read_back(case, case.game.saved.write(state))
                play_some(one, random.Random(place), PLAYED_ON)
                play_some(other, random.Random(place), PLAYED_ON)
                assert print_of(other) == print_of(one), f"a loaded game goes on differently from decision {place} on"
    comes_back(case, play.state)
    return compared + 1


def comes_back(case: Case, state: Any) -> None:
    row = case.game.saved.write(state)
    again = read_back(case, row)
    assert print_of(again) == print_of(state), "loaded, the state differs"
    same = case.game.saved.write(again)
    assert (same, same.text) == (row, row.text), "saved again, the state differs"


def read_back(case: Case, row: Row) -> Any:
    return case.game.saved.read(Rest([*row], bytes(row.text)))


# --- records


def a_record_of_it_verifies(case: Case) -> None:
    """A match of random answers, some by number and some in words, can be proved from its record."""
    for number in range(2):
        match = Match(case.game, case.seats, deal(number), case.chosen, TimeControl())
        chance = random.Random(number)
        while not match.over:
            for question in match.questions():
                match.sent(question, now=0.0)
                place = chance.randrange(len(question.options))
                choice = place if chance.random() < 0.5 else question.options[place]
                match.answer(question, choice, seconds=0.0)
        replay = record(match)
        again = verify(case.game, Replay.from_json(replay.as_json()))
        assert print_of(again) == print_of(match.state), "verified, the game ends differently"


def new_luck_changes_nothing_that_anybody_knows(case: Case) -> None:
    """With all luck to come drawn anew, every viewer sees the same table, and everybody has the same options."""
    for number, (_, state) in enumerate(samples(case, wanted=40, every=7)):
        renewed = state.clone()
        case.game.renew_luck(renewed, deal(1000 + number))
        for viewer in viewers(case):
            assert case.game.view(renewed, viewer) == case.game.view(state, viewer), "somebody would notice"
        for seat in waiting(state):
            assert options(renewed, seat) == options(state, seat)


def a_game_from_a_position_verifies(case: Case) -> None:
    """A match that begins in the middle of a recorded one can be proved from its record, and from its text."""
    first = Match(case.game, case.seats, deal(0), case.chosen, TimeControl())
    _play_on(first, random.Random(0))
    middle = len(first.decisions) // 2
    for renews_luck in (False, True):
        begun = beginning(case.game, record(first), "first", middle, renews_luck)
        match = Match(case.game, case.seats, begun.deal, case.chosen, TimeControl(), branch=begun.branch(deal(1)))
        assert match.decisions == first.decisions[:middle]
        _play_on(match, random.Random(1))
        again = verify(case.game, Replay.from_json(record(match).as_json()))
        assert print_of(again) == print_of(match.state), "verified, the game ends differently"


def _play_on(match: Match, chance: random.Random) -> None:
    """Answer at random until the match is over."""
    while not match.over:
        for question in match.questions():
            match.sent(question, now=0.0)
            match.answer(question, chance.randrange(len(question.options)), seconds=0.0)


def texts_read_back(case: Case) -> None:
    """Every action and event, as everybody may know it, has a text of its own that can be read."""
    game, actions, events = case.game, dict[Action, None](), dict[Event, None]()
    for number in range(3):
        play = Play(case, number)
        play.to_the_end()
        actions.update(play.met)
        events.update({event.seen_by(viewer): None for event in play.journal for viewer in viewers(case)})
    each_has_its_own_text(game.actions, list(actions))
    each_has_its_own_text(game.events, list(events))


def each_has_its_own_text(notation: Notation, things: list[Any]) -> None:
    texts = [notation.say(thing) for thing in things]
    for thing, text in zip(things, texts, strict=True):
        assert notation.read(text) == thing, f"{text!r} stands for {thing} and for {notation.read(text)}"
    assert len(set(texts)) == len(things), "two things have the same text"


# --- secrets


def twins(case: Case, wanted: int = STATES) -> Iterator[tuple[Play, Any, int | None, Any]]:
    """Random states, each for every viewer with the same state where all that the viewer cannot know is dealt anew."""
    for play, state in samples(case, wanted):
        for viewer in viewers(case):
            yield play, state, viewer, case.game.redeal(state, viewer, Luck(deal(len(play.decisions))))


def viewers(case: Case) -> tuple[int | None, ...]:
    """The public and every seat."""
    return (None, *range(case.seats))


def a_view_holds_no_secrets(case: Case) -> int:
    """View, options and default answer of a seat, and who is asked, do not depend on what it cannot know."""
    differing = 0
    for _, state, viewer, twin in twins(case):
        differing += twin.snapshot() != state.snapshot()
        assert case.game.view(twin, viewer) == case.game.view(state, viewer), f"the view of seat {viewer} knows more"
        assert waiting(twin) == waiting(state), "a redeal asks other seats"
        assert all(options(twin, seat) for seat in waiting(twin)), f"{decision(twin)} has no answer after redeal"
        if viewer in waiting(state):
            assert options(twin, viewer) == options(state, viewer), f"the options of seat {viewer} know more"
            default = decision(state).default(state, viewer)
            assert decision(twin).default(twin, viewer) == default, f"the default answer of seat {viewer} knows more"
    return differing


def refusals_hold_no_secrets(case: Case) -> None:
    """What a seat is told of its mistakes does not depend on what it cannot know."""
    chance = random.Random(str(case))
    for play, state, viewer, twin in twins(case):
        if viewer is not None:
            for action in foreign(play, state, viewer, chance):
                same = refusal(state, viewer, action) == refusal(twin, viewer, action)
                assert same, f"the refusal of {action} tells seat {viewer} what it may not know"


def refusal(state: Any, seat: int, action: Action) -> str:
    try:
        act(state, seat, action)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{decision(state)} lets seat {seat} answer {action}")


def what_is_told_holds_no_secrets(case: Case, laws: Any) -> int:
    """After the same answer in both twins a viewer has heard the same, sees the same and sees the same seats asked."""
    compared = 0
    for _, state in samples(case):
        for viewer in viewers(case):
            twin = case.game.redeal(state, viewer, Luck(state.luck.deal, state.luck.drawn.copy()))
            for seat in waiting(state):
                common = set(options(state, seat)).intersection(options(twin, seat))
                compared += sum(tell_the_same(case, state, twin, seat, action, viewer, laws) for action in common)
    return compared


def tell_the_same(case: Case, state: Any, twin: Any, seat: int, action: Action, viewer: int | None, laws: Any) -> bool:
    """Whether the twins could be compared: the answer must not bring something to light."""
    (one, told), (two, told_two) = (follow(case, start, seat, action, viewer) for start in (state, twin))
    if any(discloses(event, laws) for event in told + told_two):
        return False
    assert told == told_two, f"seat {viewer} is told what it may not know"
    assert waiting(one) == waiting(two), f"seat {viewer} learns from who is asked"
    assert case.game.view(one, viewer) == case.game.view(two, viewer), f"seat {viewer} sees what it may not know"
    return True


def follow(case: Case, state: Any, seat: int, action: Action, viewer: int | None) -> tuple[Any, list[Event]]:
    """A clone after the answer, and what the viewer was told of it."""
    clone = case.game.clone(state)
    clone.journal = []
    push(clone, seat, action)
    return clone, [event.seen_by(viewer) for event in clone.journal]


def discloses(event: Event, laws: Any) -> bool:
    """Whether something hidden comes to light for who is told this: a secret is in it, or the game says so."""
    return any(getattr(event, name) is not None for name in event.secret) or type(event) in getattr(laws, "REVEALS", ())


def secrets_in_events_are_blotted_out(case: Case) -> int:
    """An event is the same for who may not know its secret, whatever the secret is."""
    varied = 0
    for number in range(3):
        play = Play(case, number)
        play.to_the_end()
        for event in play.journal:
            strangers = [seat for seat in viewers(case) if not knows(event, seat)]
            for other in variations(event, play.journal):
                varied += 1
                hidden = all(other.seen_by(seat) == event.seen_by(seat) for seat in strangers)
                assert hidden, f"{event} tells its secret to who may not know it"
    return varied


def knows(event: Event, seat: int | None) -> bool:
    return not event.secret or (seat is not None and seat in [getattr(event, name) for name in event.knower])


def variations(event: Any, journal: list[Event]) -> Iterator[Any]:
    """The event with the secrets of others of its kind."""
    named = {*event.secret, *event.knower} <= {field.name for field in fields(event)}
    assert named, f"{event} calls something secret that it does not have"
    kin = [other for other in journal if type(other) is type(event)] if event.secret else []
    for other in kin:
        yield replace(event, **{name: getattr(other, name) for name in event.secret})


def redealt_games_play_on(case: Case, laws: Any) -> None:
    """A redealt state is a real one: the game's laws hold in it, and it can be played to the end."""
    for play, _, viewer, twin in twins(case, wanted=8):
        laws.check(twin)
        play_on(twin, random.Random(f"{len(play.decisions)} {viewer}"))
        laws.check(twin)


def every_view_has_a_picture(case: Case) -> None:
    for _, state in samples(case, wanted=20):
        for viewer in viewers(case):
            drawn = case.game.picture(case.game.view(state, viewer), NAMES[: case.seats])
            text = str(drawn)
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= WIDTH, text
            assert "ABCD"[viewer or 0] in text
            assert drawn.title
            assert drawn.question
