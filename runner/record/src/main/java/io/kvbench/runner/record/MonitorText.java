package io.kvbench.runner.record;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code MONITOR} of Redis and of stores like it, such as {@code 1339518083.107412 [0
 * 127.0.0.1:60866] "set" "key" "value"}. The address of a client is its session. Answers are not
 * part of that text, so each operation is taken to end before the next one of its session.
 */
public final class MonitorText implements TraceText {
  private static final Pattern LINE =
      Pattern.compile("\\+?(\\d{1,12})\\.(\\d{6}) \\[\\d+ (.+?)\\] (\".*)");
  private static final long MICROS = 1_000_000;

  private final TraceSink sink;
  private long first = -1;

  public MonitorText(TraceSink sink) {
    this.sink = sink;
  }

  @Override
  public void line(String line) throws IOException {
    if (line.isBlank() || line.equals("OK") || line.equals("+OK")) {
      return;
    }
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IOException(
          "it is not of the form: seconds.micros [number client] \"command\" ...");
    }
    long micros = Long.parseLong(matcher.group(1)) * MICROS + Long.parseLong(matcher.group(2));
    if (first < 0) {
      first = micros;
    }
    List<Key> words = words(matcher.group(4));
    String command = words.getFirst().toString().toUpperCase(Locale.ROOT);
    Optional<TracedRequest> request = request(command, words);
    if (request.isEmpty()) {
      sink.ignored(command);
      return;
    }
    SessionTrace session = sink.session(matcher.group(3));
    session.endUnknown(session.begin(request.get(), Math.max(0, micros - first)));
  }

  @Override
  public void end() {
    // Every operation has ended.
  }

  private static Optional<TracedRequest> request(String command, List<Key> words)
      throws IOException {
    return switch (command) {
      case "GET", "STRLEN", "EXISTS", "TYPE" ->
          words.size() == 2
              ? Optional.of(TracedRequest.read(words.get(1), ReadConsistency.DEFAULT))
              : Optional.empty();
      case "SET" -> Optional.of(write(set(words), words, 2));
      case "GETSET" -> Optional.of(write(OperationType.UPDATE, words, 2));
      case "SETNX" -> Optional.of(write(OperationType.INSERT, words, 2));
      case "SETEX", "PSETEX" -> Optional.of(write(OperationType.UPDATE, words, 3));
      case "DEL", "UNLINK" -> Optional.of(deleted(words));
      case "MGET" -> Optional.of(readTogether(words));
      case "MSET" -> Optional.of(writtenTogether(words));
      default -> Optional.empty();
    };
  }

  private static OperationType set(List<Key> words) {
    boolean onlyNew =
        words.stream().skip(3).anyMatch(word -> word.toString().equalsIgnoreCase("NX"));
    return onlyNew ? OperationType.INSERT : OperationType.UPDATE;
  }

  private static TracedRequest write(OperationType type, List<Key> words, int value)
      throws IOException {
    return TracedRequest.write(type, word(words, 1), word(words, value).toByteArray().length);
  }

  private static Key word(List<Key> words, int index) throws IOException {
    if (index >= words.size()) {
      throw new IOException(words.getFirst() + " has too few arguments");
    }
    return words.get(index);
  }

  private static TracedRequest deleted(List<Key> words) throws IOException {
    if (words.size() == 2) {
      return TracedRequest.write(OperationType.DELETE, word(words, 1), TracedPart.NONE);
    }
    List<TracedPart> parts = new ArrayList<>();
    for (int index = 1; index < words.size(); index++) {
      parts.add(new TracedPart(OperationType.DELETE, words.get(index), TracedPart.NONE));
    }
    return together(OperationType.TRANSACTION, parts, words);
  }

  private static TracedRequest readTogether(List<Key> words) throws IOException {
    List<TracedPart> parts =
        words.stream()
            .skip(1)
            .map(key -> new TracedPart(OperationType.READ_TRANSACTION, key, TracedPart.NONE))
            .toList();
    return together(OperationType.READ_TRANSACTION, parts, words);
  }

  private static TracedRequest writtenTogether(List<Key> words) throws IOException {
    List<TracedPart> parts = new ArrayList<>();
    for (int index = 1; index < words.size(); index += 2) {
      int bytes = word(words, index + 1).toByteArray().length;
      parts.add(new TracedPart(OperationType.UPDATE, words.get(index), bytes));
    }
    return together(OperationType.TRANSACTION, parts, words);
  }

  private static TracedRequest together(OperationType type, List<TracedPart> parts, List<Key> words)
      throws IOException {
    if (parts.isEmpty()) {
      throw new IOException(words.getFirst() + " has no key");
    }
    return TracedRequest.of(type, parts, ReadConsistency.DEFAULT);
  }

  /** Splits quoted words, in which a backslash escapes what follows. */
  private static List<Key> words(String text) throws IOException {
    List<Key> words = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == ' ') {
        at++;
        continue;
      }
      ByteArrayOutputStream word = new ByteArrayOutputStream();
      at = word(text, at, word);
      words.add(Key.of(word.toByteArray()));
    }
    return words;
  }

  private static int word(String text, int start, ByteArrayOutputStream word) throws IOException {
    if (text.charAt(start) != '"') {
      throw new IOException("an argument is not in quotes");
    }
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      char character = text.charAt(at);
      if (character == '\\' && at + 1 < text.length()) {
        at = escaped(text, at + 1, word);
      } else {
        word.write(character);
        at++;
      }
    }
    if (at == text.length()) {
      throw new IOException("an argument has no end");
    }
    return at + 1;
  }

  private static int escaped(String text, int at, ByteArrayOutputStream word) throws IOException {
    char character = text.charAt(at);
    switch (character) {
      case 'n' -> word.write('\n');
      case 'r' -> word.write('\r');
      case 't' -> word.write('\t');
      case 'a' -> word.write(0x07);
      case 'b' -> word.write('\b');
      case 'x' -> {
        try {
          word.write(Integer.parseInt(text, at + 1, at + 3, 16));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
          throw new IOException("\\x needs two hexadecimal digits", e);
        }
        return at + 3;
      }
      default -> word.write(character);
    }
    return at + 1;
  }
}
