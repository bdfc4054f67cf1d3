"""The counters behind the limits."""

from __future__ import annotations

import pytest

from cardtable.serve.limits import Bucket, Limits, Visits, network_of


def test_a_burst_is_free_and_then_costs_time() -> None:
    bucket = Bucket(100, now=0)
    assert bucket.wait_after(1000, now=0) == 0
    assert bucket.wait_after(50, now=0) == 0.5
    assert bucket.wait_after(0, now=1) == 0
    assert bucket.wait_after(1050, now=1000) == 0.5  # it never holds more than ten seconds


def test_connections_are_limited_at_an_address_and_in_all() -> None:
    visits = Visits(Limits(arriving=3, arriving_at_address=2))
    for address in ("a", "a", "b"):
        assert not visits.why_not_arrive(address, 0)
        visits.arrive(address)
    assert visits.why_not_arrive("a", 0) == "too many connections from this address"
    assert visits.why_not_arrive("b", 0) == visits.why_not_arrive("c", 0) == "too many connections"
    visits.stop_arriving("a")
    assert not visits.why_not_arrive("a", 0)


def test_guests_are_limited_at_an_address_and_in_all() -> None:
    visits = Visits(Limits(guests=3, guests_at_address=2))
    for address in ("a", "a", "b"):
        assert not visits.why_not_enter(address)
        visits.enter(address)
    assert visits.why_not_enter("c") == "All places are taken. Try again later."
    visits.leave("b")
    assert visits.why_not_enter("a") == "All places for your address are taken. Try again later."
    assert not visits.why_not_enter("c")


def test_wrong_answers_lock_an_address_out_for_a_while() -> None:
    visits = Visits(Limits(wrong_answers_at_address=2, wrong_answers=4, memory_seconds=60))
    for now, address in enumerate("aabc"):
        assert not visits.is_locked_out(address, now)
        visits.note_wrong(address, now)
    assert visits.is_locked_out("a", 59)
    assert visits.is_locked_out("z", 59), "too many from all addresses"
    assert not visits.is_locked_out("z", 61)
    assert not visits.is_locked_out("a", 61)
    assert visits.why_not_arrive("a", 61) == ""


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("/run/socket", "an unknown address"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network
