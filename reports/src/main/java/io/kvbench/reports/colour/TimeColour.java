package io.kvbench.reports.colour;

import java.util.List;

/**
 * The colours of client activities. They differ from the systems' colours beside them in
 * comparisons, and are distinguishable with every kind of colour vision.
 */
public enum TimeColour {
  OK("#CCCCFF", "#99BBFF"),
  OTHER_ANSWERS("#AA99FF", "#5588EE"),
  RECONNECTING("#3355BB", "#004499"),
  WAITING("#886699", "#FFDDCC"),
  THINKING("#777755", "#AA8844"),
  IDLE("#CCCCAA", "#666688"),
  KVBENCH("#443333", "#664433"),
  ERRORS("#552266", "#FFDD66"),
  MORE_ERRORS("#999922", "#664400"),
  YET_MORE_ERRORS("#554400", "#99BBCC");

  private static final List<TimeColour> OF_ERRORS = List.of(ERRORS, MORE_ERRORS, YET_MORE_ERRORS);

  private final String light;
  private final String dark;

  TimeColour(String light, String dark) {
    this.light = light;
    this.dark = dark;
  }

  /** Returns the colour of a kind of errors, by its place among those that there were. */
  public static TimeColour ofErrors(int place) {
    return OF_ERRORS.get(place % OF_ERRORS.size());
  }

  public String light() {
    return light;
  }

  public String dark() {
    return dark;
  }
}
