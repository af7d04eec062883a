"""The pages of screens show what the viewer shows, for every game."""

import pytest

from serai.referee.games import GAMES
from tests import screens


@pytest.mark.parametrize("size", screens.SIZES)
def test_a_page_is_up_to_date(size: tuple[int, int]) -> None:
    assert set(screens.MOMENTS) == set(GAMES)
    assert screens.path(*size).read_text(encoding="utf-8") == screens.page(*size), "./dev screens writes it anew"
