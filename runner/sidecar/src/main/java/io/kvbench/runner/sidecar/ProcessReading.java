package io.kvbench.runner.sidecar;

import java.util.OptionalLong;

/**
 * A sample of one process; figures that the system does not report are empty.
 *
 * @param started distinguishes it from a later process with the same number
 */
record ProcessReading(
    long started,
    OptionalLong parentPid,
    String program,
    String state,
    OptionalLong cpuMillis,
    OptionalLong residentBytes,
    OptionalLong virtualBytes,
    OptionalLong threads,
    OptionalLong openFiles,
    OptionalLong voluntarySwitches,
    OptionalLong involuntarySwitches,
    OptionalLong readBytes,
    OptionalLong writtenBytes) {}
