package io.kvbench.runner.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** What whoever fetches has to show. Has no way to print it. */
final class MetricsToken {
  private static final String SCHEME = "Bearer ";
  private static final int SHORTEST = 16;
  private static final int LONGEST = 1024;

  private final byte[] token;

  private MetricsToken(byte[] token) {
    this.token = token;
  }

  /**
   * Reads the first line of a file.
   *
   * @throws IOException with words that follow the file's name
   */
  static MetricsToken read(Path file) throws IOException {
    String line;
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(LONGEST + 2), StandardCharsets.UTF_8);
      line = text.lines().findFirst().orElse("").strip();
    } catch (NoSuchFileException e) {
      throw new IOException("is not there", e);
    } catch (IOException e) {
      throw new IOException("cannot be read", e);
    }
    if (line.length() < SHORTEST || line.length() > LONGEST) {
      throw new IOException(
          "has a token that is not %d to %d characters long".formatted(SHORTEST, LONGEST));
    }
    return new MetricsToken(line.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns whether a header {@code Authorization} shows it, in a time that tells nothing. */
  boolean isShownBy(@Nullable String authorization) {
    return authorization != null
        && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8),
            token);
  }
}
