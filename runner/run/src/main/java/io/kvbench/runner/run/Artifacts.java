package io.kvbench.runner.run;

import io.kvbench.core.setting.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The artifacts of kvbench that a program lacks for a system. */
final class Artifacts {
  private static final String BINDING = "io.kvbench:kvbench-binding-";

  /** By system: the end of the artifact's name. The first one is an example of all. */
  private static final Map<String, String> BINDINGS = read();

  static final String ANY_BINDING = BINDING + BINDINGS.values().iterator().next();

  private Artifacts() {}

  private static Map<String, String> read() {
    Map<String, String> bindings = new LinkedHashMap<>();
    try (InputStream list = Artifacts.class.getResourceAsStream("artifacts.txt")) {
      new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(" ", -1))
          .forEach(line -> bindings.put(line[0], line[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bindings;
  }

  /** Returns the artifact with the binding of a system that kvbench has one for. */
  static Optional<String> ofBinding(String system) {
    return Optional.ofNullable(BINDINGS.get(system)).map(BINDING::concat);
  }

  /** Returns the question whether a system of a similar name was meant, and what brings it. */
  static Optional<String> nearest(String name) {
    return Nearest.to(name, BINDINGS.keySet())
        .map(near -> "did you mean " + near + ", of " + BINDING + BINDINGS.get(near) + "?");
  }
}
