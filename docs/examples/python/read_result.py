#!/usr/bin/env python3
"""Reads a result directory of kvbench with nothing but Python's standard library.

    read_result.py DIRECTORY

Prints the verdict, the figures of result.json, and the same percentiles taken of histograms.hlog, which has one
histogram for each operation, status and second: they are added up first, because percentiles cannot be. While a run
goes on there is no result.json yet, and the last line of the log may be incomplete; the rest is read all the same.
"""

import base64
import collections
import json
import math
import os
import pathlib
import struct
import sys
import zlib

V2_COMPRESSED, V2_PLAIN = 0x1C849314, 0x1C849313


class Histogram:
    """An HdrHistogram in its V2 compressed form; see https://github.com/HdrHistogram/HdrHistogram."""

    def __init__(self, encoded):
        cookie, size = struct.unpack_from(">ii", data := base64.b64decode(encoded))
        plain = zlib.decompress(data[8 : 8 + size])
        inner, length, _, digits, lowest, _, _ = struct.unpack_from(">iiiiqqd", plain)
        if cookie != V2_COMPRESSED or inner != V2_PLAIN:
            raise ValueError("not a V2 compressed histogram")
        self.unit = lowest.bit_length() - 1
        self.half_bits = max(1, math.ceil(math.log2(2 * 10**digits))) - 1
        self.counts = collections.Counter(dict(counts(plain[40 : 40 + length])))

    def highest(self, index):
        """The largest value that is counted in a bucket."""
        half = 1 << self.half_bits
        bucket, sub = (index >> self.half_bits) - 1, (index & (half - 1)) + half
        if bucket < 0:
            bucket, sub = 0, sub - half
        return ((sub + 1) << (bucket + self.unit)) - 1

    def count(self):
        return sum(self.counts.values())

    def percentile(self, percentile):
        """A value that so many per cent of the values do not exceed; 0 where there are none."""
        # A hair less, so that 99.9 per cent of 1,000 values are 999 and no more.
        wanted = max(1, math.ceil(math.nextafter(percentile, 0) * self.count() / 100))
        seen = 0
        for index in sorted(self.counts):
            seen += self.counts[index]
            if seen >= wanted:
                return self.highest(index)
        return 0


def counts(data):
    """Yields (bucket, count): variable-length ZigZag numbers, of which negative ones skip empty buckets."""
    index = position = 0
    while position < len(data):
        number = shift = 0
        while shift < 63:
            byte = data[position]
            position += 1
            # The ninth byte has eight bits of the number, those before it have seven.
            number |= (byte if shift == 56 else byte & 0x7F) << shift
            shift += 7
            if shift == 63 or byte < 0x80:
                break
        number = (number >> 1) ^ -(number & 1)
        if number < 0:
            index -= number
        else:
            if number:
                yield index, number
            index += 1


def histogram_log(path):
    """Returns the sum of the log's histograms by tag, such as run.READ.response."""
    sums = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("Tag="):
            try:
                tag, _, _, _, encoded = line.split(",", 4)
                histogram = Histogram(encoded)
            except (ValueError, IndexError, struct.error, zlib.error):
                print(f"{path}:{number}: not a whole histogram; left out", file=sys.stderr)
                continue
            if tag[4:] in sums:
                sums[tag[4:]].counts.update(histogram.counts)
            else:
                sums[tag[4:]] = histogram
    return sums


def main(directory):
    if not directory.is_dir():
        raise ValueError(f"{directory}: {'is no directory' if directory.exists() else 'does not exist'}")
    if (directory / "result.json").exists():
        result = json.loads((directory / "result.json").read_text("utf-8"))
        try:
            print_result(result)
        except (AttributeError, LookupError, TypeError) as problem:
            raise ValueError(f"{directory / 'result.json'}: not a result of kvbench ({problem!r})") from problem
    else:
        print("no result.json yet: the log alone", file=sys.stderr)
    for tag, times in sorted(histogram_log(directory / "histograms.hlog").items()):
        figures = [times.percentile(p) for p in (50, 99, 99.9, 100)]
        print("log", tag, times.count(), *figures, sep="\t")


def print_result(result):
    verdict = result["verdict"]
    print("verdict", verdict["validity"], *(reason["check"] for reason in verdict["reasons"]), sep="\t")
    for phase in result["phases"]:
        for name, operation in phase["operations"].items():
            times = Histogram(operation["response"]["histogram"])
            figures = [times.percentile(p) for p in (50, 99, 99.9, 100)]
            print("result", phase["name"], name, operation["count"], *figures, sep="\t")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(pathlib.Path(sys.argv[1]))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has enough; what is still buffered goes nowhere, or Python complains at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError) as problem:
        sys.exit(f"read_result.py: {problem}")
