package io.kvbench.results.format;

import java.util.OptionalLong;

/**
 * The round-trip time to a server before the first phase: the time to establish a TCP connection.
 *
 * @param tries how many connections were tried
 * @param answered how many were established
 * @param minMicros the quickest; empty where none was established
 * @param medianMicros the median of those established
 */
public record RoundTripResult(
    String endpoint, int tries, int answered, OptionalLong minMicros, OptionalLong medianMicros) {}
