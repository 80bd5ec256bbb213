package io.kvbench.results.format;

/**
 * The measurements of one of several mixes that ran side by side.
 *
 * @param phase its clients, pace and figures; connections, which all mixes share, are 0
 */
public record MixResult(String mix, PhaseResult phase) {}
