package io.kvbench.runner.run.network;

import java.util.stream.Stream;

/** The bandwidth in each direction. */
record Bandwidths(Bandwidth toServer, Bandwidth fromServer) {
  static final String ACCEPTS = Bandwidth.ACCEPTS + "; to the server and back: 1MB/s,10MB/s";
  static final Bandwidths UNLIMITED = new Bandwidths(Bandwidth.UNLIMITED, Bandwidth.UNLIMITED);

  /**
   * Reads one rate for both directions, or two.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  static Bandwidths parse(String text) {
    String[] ways = text.split(",", -1);
    Bandwidth toServer = Bandwidth.parse(ways[0].strip());
    return switch (ways.length) {
      case 1 -> new Bandwidths(toServer, toServer);
      case 2 -> new Bandwidths(toServer, Bandwidth.parse(ways[1].strip()));
      default -> throw new IllegalArgumentException(text);
    };
  }

  boolean areDifferent() {
    return !toServer.equals(fromServer);
  }

  boolean areLimited() {
    return limited().findAny().isPresent();
  }

  /** Returns those that are limited. */
  Stream<Bandwidth> limited() {
    return Stream.of(toServer, fromServer).filter(Bandwidth::isLimited).distinct();
  }

  @Override
  public String toString() {
    if (areDifferent()) {
      return toServer + " to the server and " + fromServer + " back";
    }
    return toServer.isLimited() ? toServer + " each way" : "unlimited";
  }
}
