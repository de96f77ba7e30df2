from __future__ import annotations

from topicspider.frontier.requests import RequestStore


def test_highest_priority_first_whether_on_disk_or_held(tmp_path):
    store = RequestStore(tmp_path / "requests.sqlite3")
    held = store.push(0, None, None)
    store.push(100, "on disk", None)
    store.push(0, "later", None)
    assert store.top_priority == 100
    assert [store.pop()[1] for _ in range(3)] == ["on disk", None, "later"]
    assert held is not None
    store.close()


def test_a_fingerprint_is_taken_once(tmp_path):
    store = RequestStore(tmp_path / "requests.sqlite3")
    assert store.push(0, "x", b"1") is not None
    assert store.push(0, "x", b"1") is None
    assert len(store) == 1
    store.close()


def test_what_was_not_finished_is_there_again(tmp_path):
    store = RequestStore(tmp_path / "requests.sqlite3")
    for data in ("a", "b"):
        store.push(0, data, None)
    store.push(0, None, None)
    store.finish(store.pop()[0])
    store.pop()
    store.close()
    store = RequestStore(tmp_path / "requests.sqlite3")
    assert [store.pop()[1] for _ in range(len(store))] == ["b"]
    store.close()
