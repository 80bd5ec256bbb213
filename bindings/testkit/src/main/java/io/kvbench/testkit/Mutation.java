package io.kvbench.testkit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** A source of mutations of inputs: invalid, extreme or hostile; reproducible for the same seed. */
public final class Mutation {
  private static final List<String> WORDS =
      List.of(
          "",
          "0",
          "-1",
          "1",
          "007",
          "1e999",
          "-0.0",
          "NaN",
          "Infinity",
          "9223372036854775807",
          "-9223372036854775808",
          "99999999999999999999999999",
          "0x10",
          "1_000",
          "1,,2",
          ",",
          "true",
          "null",
          "{}",
          "[]",
          "\"",
          "'",
          "\\",
          "\\u0000",
          "\\u00",
          "%s%n%d",
          "${jndi:x}",
          "../../etc",
          "/dev/zero",
          "\u001B[31m",
          "\u001B]0;title\u0007",
          "\u009B2J",
          "\u202E",
          "\u2066",
          "\uFEFF",
          "\u0000",
          "\r",
          "\n",
          "\t",
          "\uD83D",
          "鍵",
          "a".repeat(300),
          "9".repeat(5_000),
          "http://user:secret@host",
          "user:secret@host:1",
          "localhost:1",
          ":::",
          "[::1]:2379",
          "100%",
          "101%",
          "5s",
          "-5s",
          "1ns",
          "99999999h",
          "off",
          "uniform",
          "zipfian",
          "latest",
          "hotspot",
          "kill:leader@3s",
          "errors<0.1%",
          "Schema");

  private final SplittableRandom random;

  /** Creates a source with a seed. */
  public Mutation(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns a number from 0 to below the bound. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Returns true with probability 1 / {@code number}. */
  public boolean oneIn(int number) {
    return random.nextInt(number) == 0;
  }

  /** Returns one of the choices. */
  public <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Returns a word that is invalid in many places. */
  public String word() {
    return of(WORDS);
  }

  /** Returns the text with one to four changes, each of a token, a line or some characters. */
  public String of(String text) {
    StringBuilder changed = new StringBuilder(text);
    for (int change = random.nextInt(1, 5); change > 0; change--) {
      change(changed);
    }
    return changed.toString();
  }

  private void change(StringBuilder text) {
    int at = random.nextInt(text.length() + 1);
    switch (random.nextInt(6)) {
      case 0 -> text.insert(at, word());
      case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(1, 40)));
      case 2 -> text.insert(at, (char) random.nextInt(0x2100));
      case 3 -> text.setLength(oneIn(4) ? at : text.length());
      case 4 -> copy(text, at);
      default -> replaceToken(text, at);
    }
  }

  /** Copies some text elsewhere: a line, a field or a part of one. */
  private void copy(StringBuilder text, int at) {
    int end = Math.min(text.length(), at + random.nextInt(1, 200));
    text.insert(random.nextInt(text.length() + 1), text.substring(at, end));
  }

  /** Replaces a number or a name by a word. */
  private void replaceToken(StringBuilder text, int at) {
    int begin = at;
    while (begin > 0 && isToken(text.charAt(begin - 1))) {
      begin--;
    }
    int end = at;
    while (end < text.length() && isToken(text.charAt(end))) {
      end++;
    }
    text.replace(begin, end, word());
  }

  private static boolean isToken(char sign) {
    return Character.isLetterOrDigit(sign) || sign == '.' || sign == '-' || sign == '_';
  }

  /** Returns the text with mutations in UTF-8, sometimes with invalid bytes. */
  public byte[] bytes(String text) {
    byte[] bytes = of(text).getBytes(StandardCharsets.UTF_8);
    if (oneIn(8) && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
