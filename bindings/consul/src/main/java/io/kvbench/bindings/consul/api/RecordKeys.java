package io.kvbench.bindings.consul.api;

import io.kvbench.core.operation.Key;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The mapping from keys to URLs. Consul's keys are text: a character of the key is sent as UTF-8,
 * which is two bytes from 0x80 on and keeps the order. Slashes and dots are escaped too, since a
 * server would normalize them otherwise.
 */
public final class RecordKeys {
  private static final byte[] HEXADECIMAL = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  /** The bytes beyond the first that a character takes, or -1 if Consul rejects it. */
  private static final byte[] MORE = new byte[256];

  static {
    for (int character = 0; character < MORE.length; character++) {
      boolean ascii = character < 0x80;
      boolean plain =
          ascii && (Character.isLetterOrDigit(character) || "-_~".indexOf(character) >= 0);
      MORE[character] = (byte) (plain ? 0 : ascii ? 2 : 5);
      if (character < ' ' || (character >= 0x7F && character <= 0xA0) || character == 0xAD) {
        MORE[character] = -1;
      }
    }
  }

  private final String prefix;
  private final boolean cetcd;

  private RecordKeys(String prefix, boolean cetcd) {
    this.prefix = prefix;
    this.cetcd = cetcd;
  }

  public static RecordKeys ofConsul(String prefix) {
    return new RecordKeys(prefix, false);
  }

  /** Returns the keys of cetcd, which accepts fewer. */
  public static RecordKeys ofCetcd(String prefix) {
    return new RecordKeys(prefix, true);
  }

  /** Returns the prefix of all keys. */
  public String prefix() {
    return prefix;
  }

  /** Returns the message about an invalid key. */
  public String complaint() {
    return cetcd
        ? "cetcd rejects this key: it has a quote, a backslash or a character that is not"
            + " printable, or a part between slashes that is empty, '.' or '..'"
        : "Consul rejects this key: it has a character that is not printable";
  }

  /** Returns the escaped prefix for URLs. */
  public byte[] escapedPrefix() {
    byte[] escaped = escaped(prefix.getBytes(StandardCharsets.ISO_8859_1));
    if (escaped == null) {
      throw new IllegalStateException("the prefix was not checked");
    }
    return escaped;
  }

  /** Returns the part after the prefix in the URL of the key, or null if the key is invalid. */
  public byte @Nullable [] of(Key key) {
    byte[] escaped = escaped(key.toByteArray());
    return !cetcd || isKeptByCetcd(prefix + key) ? escaped : null;
  }

  /**
   * Returns the key of a group, which is the prefix of its members' keys, and the key of a record
   * with which every change of the group begins.
   */
  public static Key group(Key group) {
    return Key.of(group + "/");
  }

  /** Returns the path of a valid key. */
  public String path(Key key) {
    byte[] path = of(key);
    if (path == null) {
      throw new IllegalStateException("the key was not checked");
    }
    return new String(escapedPrefix(), StandardCharsets.US_ASCII)
        + new String(path, StandardCharsets.US_ASCII);
  }

  /** Returns the key with the prefix, or null if it is invalid. */
  public @Nullable String text(Key key) {
    return more(key.toByteArray()) < 0 ? null : prefix + key;
  }

  /**
   * Returns whether cetcd stores a key unchanged. It lists keys without escapes, and its HTTP
   * library normalizes paths, escaped or not: only the last part of one may be empty.
   */
  private static boolean isKeptByCetcd(String key) {
    boolean kept = !key.isEmpty() && key.indexOf('"') < 0 && key.indexOf('\\') < 0;
    int begin = 0;
    while (kept && begin <= key.length()) {
      int slash = key.indexOf('/', begin);
      int end = slash < 0 ? key.length() : slash;
      kept = slash < 0 || end > begin;
      kept &= !(end == begin + 1 && key.charAt(begin) == '.');
      kept &= !(end == begin + 2 && key.startsWith("..", begin));
      begin = end + 1;
    }
    return kept;
  }

  private static byte @Nullable [] escaped(byte[] bytes) {
    int more = more(bytes);
    if (more <= 0) {
      return more < 0 ? null : bytes;
    }
    byte[] escaped = new byte[bytes.length + more];
    int end = 0;
    for (byte each : bytes) {
      int character = each & 0xFF;
      if (MORE[character] == 0) {
        escaped[end++] = each;
      } else if (character < 0x80) {
        end = escape(character, escaped, end);
      } else {
        end = escape(0xC0 | (character >> 6), escaped, end);
        end = escape(0x80 | (character & 0x3F), escaped, end);
      }
    }
    return escaped;
  }

  /** Returns by how many bytes the escaped form is longer; -1 if there is none. */
  private static int more(byte[] bytes) {
    int more = 0;
    for (byte each : bytes) {
      int here = MORE[each & 0xFF];
      if (here < 0) {
        return -1;
      }
      more += here;
    }
    return more;
  }

  private static int escape(int value, byte[] escaped, int end) {
    escaped[end] = '%';
    escaped[end + 1] = HEXADECIMAL[value >> 4];
    escaped[end + 2] = HEXADECIMAL[value & 0xF];
    return end + 3;
  }
}
