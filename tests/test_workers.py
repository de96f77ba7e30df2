"""Workers, each in a process of its own and in this one: the same promises."""

from __future__ import annotations

import asyncio
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
from support.tasks import Echo, refuse, vanish

from topicspider.exceptions import ConfigError
from topicspider.workers import LocalWorker, ProcessWorker, WorkerLostError

ROOT = Path(__file__).parents[1]


@pytest.fixture(params=[LocalWorker, ProcessWorker])
def kind(request):
    return request.param


def ask(worker, *messages):
    """Give all messages at once; return the answers and the last answer."""
    worker.start()
    worker.wait()

    async def run():
        answers = await asyncio.gather(*[worker.ask(message) for message in messages], return_exceptions=True)
        return answers, await worker.close()

    return asyncio.run(run())


def test_each_message_has_its_answer_and_the_task_the_last_word(kind):
    messages = [*range(100), None, b"\0", {"a": [1.5]}]
    assert ask(kind(Echo), *messages) == (messages, len(messages))


def test_answers_may_come_later_and_in_any_order(kind):
    answers, _ = ask(kind(Echo), (0.05, "slow"), "at once", (0.01, "soon"))
    assert answers == ["slow", "at once", "soon"]


def test_an_error_is_raised_where_the_answer_is_waited_for(kind):
    answers, heard = ask(kind(Echo), "fail", (0.01, KeyError("late")), "then")
    assert (repr(answers[0]), repr(answers[1])) == ("ValueError('it was said')", "KeyError('late')")
    assert (answers[2], heard) == ("then", 3)


def test_messages_larger_than_any_buffer_pass_both_ways(kind):
    messages = [bytes([number]) * 3_000_000 for number in range(5)]
    assert ask(kind(Echo), *messages)[0] == messages


def test_close_waits_for_what_was_given(kind):
    worker = kind(Echo)
    worker.start()

    async def run():
        answer = worker.ask((0.05, "slow"))
        return await worker.close(), await answer

    assert asyncio.run(run()) == (1, "slow")


def test_an_error_of_making_the_task_is_raised_at_the_start(kind):
    worker = kind(refuse)
    with pytest.raises(ConfigError, match="no such thing"):
        ask(worker)


def test_an_answer_that_nobody_waits_for_any_more_is_dropped():
    worker = ProcessWorker(Echo)
    worker.start()

    async def run():
        worker.ask((0.01, "unwanted")).cancel()
        return await worker.ask((0.02, "wanted")), worker.waiting, await worker.close()

    assert asyncio.run(run()) == ("wanted", 0, 2)


def test_a_process_that_dies_loses_what_it_had_and_says_at_what_it_died():
    worker = ProcessWorker(Echo)
    answers, last = ask(worker, "one", "die", "two", "three")
    assert answers[0] == "one"
    assert [type(error) for error in answers[1:]] == [WorkerLostError] * 3
    assert [error.is_suspect for error in answers[1:]] == [True, False, False]
    assert "(3)" in str(answers[1])
    assert last is None


def test_a_process_that_is_lost_takes_nothing_more():
    worker = ProcessWorker(Echo)
    worker.start()

    async def run():
        with pytest.raises(WorkerLostError):
            await worker.ask("die")
        with pytest.raises(WorkerLostError) as caught:
            await worker.ask("more")
        return caught.value.is_suspect, await worker.close()

    assert asyncio.run(run()) == (False, None)


def test_a_process_that_dies_at_its_start_is_no_endless_wait():
    with pytest.raises(WorkerLostError, match=r"\(4\)"):
        ask(ProcessWorker(vanish))


def test_what_a_process_logs_is_logged_here_and_what_it_prints_is_no_answer(caplog, capfd):
    answers, _ = ask(ProcessWorker(Echo), "log", "print", "then")
    assert answers == ["log", "print", "then"]
    assert caplog.record_tuples == [("topicspider.support", 30, "100% heard")]
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "noise\n")


_PARENT = """
import sys
from support.tasks import Echo
from topicspider.workers import ProcessWorker
worker = ProcessWorker(Echo)
worker.start()
worker.wait()
print(worker.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waiting for another's process needs Linux")
def test_a_process_does_not_outlive_the_one_that_was_killed():
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    command = [sys.executable, "-c", _PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, cwd=ROOT, env=environment) as parent:
        assert parent.stdout is not None
        process = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
    ended, _, _ = select.select([process], [], [], 30)
    os.close(process)
    assert ended, "the process still runs"
