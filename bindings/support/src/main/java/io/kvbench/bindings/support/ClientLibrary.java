package io.kvbench.bindings.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of a client library that does not report it itself, as recorded by the build. */
public final class ClientLibrary {
  private static final String FILE = "client-library.txt";

  private ClientLibrary() {}

  /**
   * Returns {@code group:artifact:version} from the resource {@code client-library.txt} in a class'
   * package.
   *
   * @throws IllegalStateException if the resource is missing
   */
  public static String coordinates(Class<?> binding) {
    try (InputStream in = binding.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the coordinates of one of kvbench's own artifacts, for a client that is part of
   * kvbench.
   *
   * @param artifact such as {@code kvbench-binding-etcd}
   */
  public static String ofKvbench(String artifact) {
    return coordinates(ClientLibrary.class).replace("kvbench-binding-support", artifact);
  }
}
