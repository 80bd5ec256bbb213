package io.kvbench.results.format;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Resource use of a server, with all of its processes, or of kvbench in a phase. Averages are over
 * samples, each maximum is that of a sample.
 *
 * @param name the server's name, or {@code client}
 * @param host the name of its sampler
 * @param samples in how many it was seen
 * @param coveredNanos for how much of the phase its counters are known
 * @param cpuPercentMean the same over that time; 100 is one core
 * @param cpuPercentMax the most between two samples next to each other
 * @param residentBytesMean resident memory; for a container, without the page cache
 * @param dataBytesMax the largest total length of the files in its data directory
 * @param dataBytesLast the last known total length
 */
public record ProcessUse(
    String name,
    String host,
    long samples,
    long coveredNanos,
    OptionalLong cpuMillis,
    OptionalDouble cpuPercentMean,
    OptionalDouble cpuPercentMax,
    OptionalLong residentBytesMean,
    OptionalLong residentBytesMax,
    OptionalLong virtualBytesMax,
    OptionalLong threadsMax,
    OptionalLong openFilesMax,
    OptionalLong voluntarySwitches,
    OptionalLong involuntarySwitches,
    OptionalLong readBytes,
    OptionalLong writtenBytes,
    OptionalLong dataBytesMax,
    OptionalLong dataBytesLast) {}
