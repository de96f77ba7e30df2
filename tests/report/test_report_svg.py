from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from topicspider.report.svg import bar_chart, rate_chart, thin


def test_thin_keeps_both_ends():
    assert thin(3, limit=5) == [0, 1, 2]
    assert thin(9, limit=5) == [0, 2, 4, 6, 8]
    assert thin(0) == []
    spread = thin(100_000)
    assert (len(spread), spread[0], spread[-1]) == (500, 0, 99_999)
    assert spread == sorted(set(spread))


def test_rate_chart_places_rates():
    # x from 48 to 632, y from 208 (rate 0) to 12 (rate 1)
    chart = rate_chart({"overall": [1.0, 0.5, 0.0]}, "Harvest")
    assert '<polyline class="curve overall" points="48.0,12.0 340.0,110.0 632.0,208.0"/>' in chart


def test_rate_chart_of_one_page_and_of_many():
    assert 'points="48.0,12.0"' in rate_chart({"overall": [1.0]}, "Harvest")
    points = re.search(r'points="([^"]*)"', rate_chart({"overall": [0.5] * 100_000}, "Harvest"))[1].split()
    assert (len(points), points[0], points[-1]) == (500, "48.0,110.0", "632.0,110.0")


def test_bar_chart_scales_to_the_highest_bar():
    # two bins of 292, bars inset by 1 on both sides; the highest is 196 high
    rects = ET.fromstring(bar_chart([1, 4], "Relevance")).findall("rect")
    boxes = [tuple(float(rect.get(name)) for name in ("x", "y", "width", "height")) for rect in rects]
    assert boxes == [(49.0, 159.0, 290.0, 49.0), (341.0, 12.0, 290.0, 196.0)]
    assert [rect.find("title").text for rect in rects] == ["0.00–0.50: 1", "0.50–1.00: 4"]


def test_empty_bins_make_no_division_by_zero():
    assert 'height="0.0"' in bar_chart([0, 0], "Relevance")


def test_label_is_escaped():
    assert 'aria-label="&lt;b&gt; &amp; &quot;"' in bar_chart([1], '<b> & "')
