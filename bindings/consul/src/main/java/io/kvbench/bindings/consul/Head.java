package io.kvbench.bindings.consul;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the header of an answer says, as far as anybody asks.
 *
 * @param length its bytes, the empty line at its end included
 * @param contentLength bytes of the body, where it does not come in chunks; {@link #UNTIL_THE_END}
 *     where it ends with the connection
 */
record Head(
    int length, int status, long index, int contentLength, boolean chunked, boolean reusable) {
  static final int UNTIL_THE_END = -1;

  private static final byte[] VERSION = "HTTP/1.1 ".getBytes(StandardCharsets.US_ASCII);
  private static final String NOT_HTTP = "the server does not speak HTTP/1.1";
  private static final String CONTENT_LENGTH = "content-length";
  private static final String TRANSFER_ENCODING = "transfer-encoding";
  private static final String CONNECTION = "connection";
  private static final String INDEX = "x-consul-index";

  /** Returns the header that the bytes begin with, or null if it is not complete. */
  static @Nullable Head parse(byte[] bytes, int end) throws IOException {
    checkVersion(bytes, Math.min(end, VERSION.length));
    int line = endOfLine(bytes, 0, end);
    if (line < 0) {
      return null;
    }
    int status = status(bytes, line);
    long index = 0;
    int contentLength = UNTIL_THE_END;
    boolean chunked = false;
    boolean reusable = true;
    int start = line + 2;
    for (line = endOfLine(bytes, start, end); line > start; line = endOfLine(bytes, start, end)) {
      // Told apart by their lengths first: most headers are none of these.
      switch (nameLength(bytes, start, line)) {
        case 14 -> {
          if (is(CONTENT_LENGTH, bytes, start)) {
            contentLength = bodyLength(number(bytes, start + 15, line));
          } else if (is(INDEX, bytes, start)) {
            index = number(bytes, start + 15, line);
          }
        }
        case 17 -> chunked |= is(TRANSFER_ENCODING, bytes, start);
        case 10 ->
            reusable &=
                !(is(CONNECTION, bytes, start) && text(bytes, start, line).contains("close"));
        default -> {}
      }
      start = line + 2;
    }
    if (line < 0) {
      return null;
    }
    if (contentLength == UNTIL_THE_END && reusable) {
      contentLength = 0;
    }
    return new Head(start + 2, status, index, contentLength, chunked, reusable);
  }

  /** Refuses what is not HTTP/1.1 by its first bytes: there may never be a whole line. */
  private static void checkVersion(byte[] bytes, int end) throws IOException {
    if (!Arrays.equals(bytes, 0, end, VERSION, 0, end)) {
      throw new IOException(NOT_HTTP);
    }
  }

  private static int status(byte[] bytes, int line) throws IOException {
    if (line < VERSION.length + 3) {
      throw new IOException(NOT_HTTP);
    }
    return Math.toIntExact(number(bytes, VERSION.length, VERSION.length + 3));
  }

  /** Returns where the next line break begins, or -1 if there is none. */
  static int endOfLine(byte[] bytes, int start, int end) {
    for (int index = start; index < end - 1; index++) {
      if (bytes[index] == '\r' && bytes[index + 1] == '\n') {
        return index;
      }
    }
    return -1;
  }

  private static int nameLength(byte[] bytes, int start, int line) {
    for (int index = start; index < line; index++) {
      if (bytes[index] == ':') {
        return index - start;
      }
    }
    return -1;
  }

  private static boolean is(String name, byte[] bytes, int start) {
    for (int index = 0; index < name.length(); index++) {
      if ((bytes[start + index] | 0x20) != name.charAt(index)
          && bytes[start + index] != name.charAt(index)) {
        return false;
      }
    }
    return true;
  }

  private static String text(byte[] bytes, int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private static long number(byte[] bytes, int start, int end) throws IOException {
    long number = 0;
    for (int index = start; index < end; index++) {
      int digit = bytes[index] - '0';
      if (digit >= 0 && digit <= 9 && number <= (Long.MAX_VALUE - digit) / 10) {
        number = number * 10 + digit;
      } else if (bytes[index] != ' ') {
        throw new IOException("a number of the answer's header is none");
      }
    }
    return number;
  }

  private static int bodyLength(long length) throws IOException {
    if (length > Integer.MAX_VALUE) {
      throw new IOException("the answer is said to have " + length + " bytes");
    }
    return (int) length;
  }

  /** Returns the number at the begin of a line, which may be followed by an extension. */
  static int hexadecimal(byte[] bytes, int start, int line) throws IOException {
    int number = 0;
    for (int index = start; index < line && bytes[index] != ';'; index++) {
      int digit = Character.digit(bytes[index], 16);
      if (digit < 0 || number > Integer.MAX_VALUE >> 5) {
        throw new IOException("the length of a chunk is none");
      }
      number = (number << 4) | digit;
    }
    return number;
  }
}
