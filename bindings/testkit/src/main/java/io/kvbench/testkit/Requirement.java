package io.kvbench.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A requirement of tests on a machine.
 *
 * @param names file names of the program, any of which suffices
 * @param untested what is not tested without it
 * @param remedy what to do about it, a sentence
 */
record Requirement(List<String> names, String untested, String remedy) {
  private static final String FILE = "requirements.txt";
  private static final String OPTIONAL = "Optional:";

  /** The list that docker/prepare reads, too. */
  static final List<Requirement> ALL = read();

  Requirement {
    names = List.copyOf(names);
  }

  /** Returns the requirement of this name; programs of other projects are not listed. */
  static Optional<Requirement> of(String name) {
    return ALL.stream().filter(each -> each.names().contains(name)).findFirst();
  }

  /** Returns whether tests are skipped without it even if nothing else may be skipped. */
  boolean isOptional() {
    return remedy.startsWith(OPTIONAL);
  }

  private static List<Requirement> read() {
    try (InputStream file =
        Objects.requireNonNull(Requirement.class.getResourceAsStream(FILE), FILE)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Requirement::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Requirement parse(String line) {
    String[] columns = line.split(" \\| ", -1);
    return new Requirement(List.of(columns[0].split(",", -1)), columns[1], columns[2] + ".");
  }
}
