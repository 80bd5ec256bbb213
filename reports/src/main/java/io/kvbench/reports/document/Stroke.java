package io.kvbench.reports.document;

/**
 * The look of a line or a bar.
 *
 * @param light its colour on white, as {@code #RRGGBB}
 * @param dark its colour on a dark page
 * @param dash which dashes it has, from 0: none
 */
public record Stroke(String light, String dark, int dash) {}
