package io.kvbench.bindings.dengine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Which library d-engine is spoken to with; it does not tell its version, so the build notes it.
 */
final class ClientLibrary {
  private static final String FILE = "client-library.txt";

  private ClientLibrary() {}

  /** Returns {@code group:artifact:version}. */
  static String coordinates() {
    try (InputStream in = ClientLibrary.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
