package io.kvbench.core.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Access to files that users name. Only regular files are read, and only up to a limit: a pipe
 * would block, a device may have no end. The messages of all exceptions are clauses for the user,
 * as in {@link FileReason}, or are turned into one by it.
 */
public final class InputFile {
  /** The limit in bytes for files that people write, such as workloads, tokens and certificates. */
  public static final int TEXT_LIMIT = 1 << 20;

  private InputFile() {}

  /**
   * Returns the path of a name.
   *
   * @throws IOException if the file system cannot have such a name
   */
  public static Path path(String name) throws IOException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IOException(
          name.indexOf('\0') >= 0
              ? "a path has no NUL character"
              : "it has characters that file names cannot have in this locale; set"
                  + " LC_ALL=C.UTF-8",
          e);
    }
  }

  /** Reads a file that has at most {@code limit} bytes. */
  public static byte[] bytes(Path file, int limit) throws IOException {
    try (InputStream in = open(file)) {
      byte[] content = in.readNBytes(limit);
      if (in.read() >= 0) {
        throw new IOException("it is larger than " + size(limit) + ", the limit");
      }
      return content;
    }
  }

  /** Reads a file of at most {@link #TEXT_LIMIT} bytes that is text in UTF-8. */
  public static String text(Path file) throws IOException {
    return text(file, TEXT_LIMIT);
  }

  /** Reads a file of at most {@code limit} bytes that is text in UTF-8. */
  public static String text(Path file, int limit) throws IOException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(bytes(file, limit)))
        .toString();
  }

  /** Returns the digest of a text in UTF-8, in hexadecimal. */
  public static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Opens a file of any size, for reading a part at a time. */
  public static InputStream open(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new IOException("it is a directory");
    }
    if (!attributes.isRegularFile()) {
      throw new IOException("it is a pipe or a device, not a regular file");
    }
    return Files.newInputStream(file);
  }

  private static String size(int bytes) {
    return bytes % (1 << 20) == 0 ? (bytes >> 20) + " MiB" : bytes + " bytes";
  }
}
