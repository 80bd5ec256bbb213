package io.kvbench.core.result;

/**
 * A threshold of the user's own, held against the run.
 *
 * @param text as the user gave it, such as {@code INSERT.response.p99<20ms}
 * @param observed what was seen, in words: {@code INSERT.response.p99 is 31.2 ms, not below 20 ms}
 * @param met whether it was kept; one that cannot be judged for want of operations was not
 */
public record SloResult(String text, String observed, boolean met) {}
