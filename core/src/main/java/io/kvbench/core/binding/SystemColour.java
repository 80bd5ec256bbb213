package io.kvbench.core.binding;

/**
 * The colour of a system in pictures, from the palette of Okabe and Ito ("Color Universal Design",
 * 2008), which is distinguishable with every kind of colour vision. Yellow is darker on a light
 * background than in the palette, and blue and its neighbour lighter on a dark one, so that lines
 * are visible. Ordered so that neighbours differ most.
 */
public enum SystemColour {
  BLUE("#0072B2", "#1F8FD6"),
  VERMILION("#D55E00", "#D55E00"),
  GREEN("#009E73", "#009E73"),
  ORANGE("#E69F00", "#E69F00"),
  PURPLE("#CC79A7", "#CC79A7"),
  SKY_BLUE("#56B4E9", "#8CD0F5"),
  BLACK("#000000", "#FFFFFF"),

  /** The colour shared by the systems that choose none. */
  GREY("#6E6E6E", "#F0E442");

  private final String light;
  private final String dark;

  SystemColour(String light, String dark) {
    this.light = light;
    this.dark = dark;
  }

  /** Returns the colour on a light background, as {@code #RRGGBB} in sRGB. */
  public String light() {
    return light;
  }

  /** Returns the colour on a dark background, as {@code #RRGGBB} in sRGB. */
  public String dark() {
    return dark;
  }
}
