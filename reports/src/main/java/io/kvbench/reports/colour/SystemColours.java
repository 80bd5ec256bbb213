package io.kvbench.reports.colour;

import java.util.Map;

/**
 * One fixed colour for each system, from the palette of Okabe and Ito ("Color Universal Design",
 * 2008), whose colours people tell apart however they see colours. Yellow is darker on a light
 * background than in the palette, and blue and its neighbour lighter on a dark one, so that lines
 * can be seen.
 *
 * <p>Several runs of one system have the same colour: pictures tell them apart by dash or marker.
 */
public final class SystemColours {
  private static final Map<String, SystemColour> BY_NAME =
      Map.of(
          "etcd", new SystemColour("#0072B2", "#1F8FD6"),
          "zookeeper", new SystemColour("#D55E00", "#D55E00"),
          "consul", new SystemColour("#009E73", "#009E73"),
          "zetcd", new SystemColour("#56B4E9", "#8CD0F5"),
          "cetcd", new SystemColour("#CC79A7", "#CC79A7"),
          "dengine", new SystemColour("#E69F00", "#E69F00"),
          "memory", new SystemColour("#000000", "#FFFFFF"));

  /** What is left of the palette. */
  private static final SystemColour OTHERS = new SystemColour("#6E6E6E", "#F0E442");

  private SystemColours() {}

  /** Returns the colour of a system by its name in {@code -db}; all unknown ones share one. */
  public static SystemColour of(String system) {
    return BY_NAME.getOrDefault(system, OTHERS);
  }
}
