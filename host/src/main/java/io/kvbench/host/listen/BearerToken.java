package io.kvbench.host.listen;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The secret that a server of host or run figures shares with its readers. There is no way to print
 * it; it comes from a file, so that it is in no list of processes.
 */
public final class BearerToken {
  private static final int SHORTEST = 16;
  private static final int LONGEST = 1024;
  private static final String SCHEME = "Bearer ";

  /** The characters that RFC 6750 allows in a header. */
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private static final String MAKE_ONE = "create one with (umask 077; openssl rand -hex 32 >FILE)";

  private final String token;

  private BearerToken(String token) {
    this.token = token;
  }

  /**
   * Reads the first line of a file.
   *
   * @throws IOException with words for the user that follow the file's name, such as {@code is
   *     empty}; if other users may read it, too: then it is no secret
   */
  public static BearerToken read(Path file) throws IOException {
    String line;
    try (InputStream in = InputFile.open(file)) {
      String text = new String(in.readNBytes(LONGEST + 2), StandardCharsets.US_ASCII);
      line = text.lines().findFirst().orElse("").strip();
    } catch (NoSuchFileException e) {
      throw new IOException("is not there", e);
    } catch (IOException e) {
      throw new IOException("cannot be read: " + FileReason.of(e), e);
    }
    if (isForEveryone(file)) {
      throw new IOException(
          "may be read or written by every user of this host; protect it with chmod o-rw");
    }
    if (line.length() < SHORTEST || line.length() > LONGEST) {
      throw new IOException(
          "has a token that is not %d to %d characters long; %s"
              .formatted(SHORTEST, LONGEST, MAKE_ONE));
    }
    if (!ALLOWED.matcher(line).matches()) {
      throw new IOException(
          "has a token with characters that cannot be sent; letters, digits and ._~+/- can, and "
              + MAKE_ONE);
    }
    return new BearerToken(line);
  }

  private static boolean isForEveryone(Path file) throws IOException {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (UnsupportedOperationException e) {
      return false; // The file system has other access rights, for which Java has no API.
    }
  }

  /** Returns the value of the header {@code Authorization} that shows it. */
  public String authorization() {
    return SCHEME + token;
  }

  /** Returns whether a header {@code Authorization} has the token, in constant time. */
  public boolean isShownBy(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    byte[] shown =
        authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(shown, token.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "a token";
  }
}
