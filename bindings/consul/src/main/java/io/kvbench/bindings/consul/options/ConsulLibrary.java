package io.kvbench.bindings.consul.options;

import io.kvbench.bindings.support.ClientLibrary;
import java.util.List;
import java.util.Locale;

/** The client libraries that can carry the load. */
public enum ConsulLibrary {
  /** The one that is kept, a fork of the other. */
  KIWIPROJECT,
  /** The original, archived in 2023. */
  ORBITZ;

  /** Returns {@code group:artifact:version}, of the lines that the build writes. */
  public String coordinates() {
    List<String> all = ClientLibrary.coordinates(ConsulLibrary.class).lines().toList();
    String name = name().toLowerCase(Locale.ROOT);
    return all.stream().filter(line -> line.contains(name)).findFirst().orElseThrow();
  }
}
