"""The examples of the README, which lie in the working directory, print what it says."""

import re
import runpy

import pytest


@pytest.fixture
def printed(mark: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What an example prints, as a program."""
    runpy.run_path(mark, run_name="__main__")
    return capsys.readouterr().out


@pytest.mark.parametrize("mark", ["example.py"])
def test_the_example(printed: str) -> None:
    assert re.search(r"<memory>[\s\S]*now live in Madrid[\s\S]*</memory>", printed)
    assert "superseded" in printed
    assert "'status': 'deleted'" in printed


@pytest.mark.parametrize("mark", ["async_example.py"])
def test_the_example_for_asyncio(printed: str) -> None:
    assert "allergic to nuts" in printed


@pytest.mark.parametrize("mark", ["langgraph_example.py"])
def test_the_example_for_langgraph(printed: str) -> None:
    assert re.search(r"<memory>[\s\S]*pasta with garlic[\s\S]*</memory>", printed)
    assert "cooking/likes pasta Emil loves pasta with garlic." in printed


@pytest.mark.parametrize("mark", ["agents_example.py"])
def test_the_example_for_openai_agents(printed: str) -> None:
    assert "I play the cello." in printed
    assert "flute" not in printed
