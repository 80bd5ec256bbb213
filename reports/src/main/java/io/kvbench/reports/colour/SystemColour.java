package io.kvbench.reports.colour;

/**
 * A colour as {@code #RRGGBB} in sRGB.
 *
 * @param light on a light background
 * @param dark on a dark one
 */
public record SystemColour(String light, String dark) {}
