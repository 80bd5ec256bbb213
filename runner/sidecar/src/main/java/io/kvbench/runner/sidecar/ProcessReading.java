package io.kvbench.runner.sidecar;

import java.util.OptionalLong;

/**
 * One look at one process; what the system does not tell is empty.
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
