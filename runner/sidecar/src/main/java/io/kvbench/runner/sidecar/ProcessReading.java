package io.kvbench.runner.sidecar;

import java.util.OptionalLong;

/**
 * A sample of one process; figures that the system does not report are empty.
 *
 * @param started tells it from another that has its number later
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
