package io.kvbench.runner.run.fault;

import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Secrets;
import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A user's command that acts on a server. It is executed without a shell.
 *
 * @param words the program and its arguments, with placeholders
 */
public record FaultCommand(List<String> words) {
  static final String ACCEPTS =
      "a command with its arguments, in quotes where they have spaces; {host}, {port}, {endpoint}"
          + " and {node} are replaced, as in ssh {host} systemctl kill -s KILL SERVICE";

  private static final Pattern WORD =
      Pattern.compile("(?:[^\\s'\"]+|'[^']*'|\"[^\"]*\")+(?=\\s|$)");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)}");
  private static final int MOST_ERROR_BYTES = 4_096;

  public FaultCommand {
    words = List.copyOf(words);
  }

  /**
   * A server that a command is for.
   *
   * @param number counted from 1
   */
  record Target(String endpoint, int number) {
    private static final Pattern PLACE =
        Pattern.compile("(?:[A-Za-z][\\w+.-]*://)?(\\[[^\\]]+]|[^/:]*)(?::(\\d+))?.*");

    Optional<String> value(String placeholder) {
      Matcher place = PLACE.matcher(endpoint);
      boolean known = place.matches();
      return switch (placeholder) {
        case "host" -> Optional.of(known ? place.group(1).replaceAll("[\\[\\]]", "") : endpoint);
        case "port" -> Optional.of(known && place.group(2) != null ? place.group(2) : "");
        case "endpoint" -> Optional.of(endpoint);
        case "node" -> Optional.of(Integer.toString(number));
        default -> Optional.empty();
      };
    }
  }

  /** Reads a command; throws {@link IllegalArgumentException} for one that cannot be. */
  static FaultCommand parse(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    int end = 0;
    while (matcher.find() && text.substring(end, matcher.start()).isBlank()) {
      words.add(unquoted(matcher.group()));
      end = matcher.end();
    }
    if (words.isEmpty() || !text.substring(end).isBlank()) {
      throw new IllegalArgumentException(text);
    }
    for (String word : words) {
      PLACEHOLDER
          .matcher(word)
          .results()
          .filter(found -> new Target("h:1", 1).value(found.group(1)).isEmpty())
          .forEach(
              found -> {
                throw new IllegalArgumentException(found.group());
              });
    }
    return new FaultCommand(words);
  }

  private static String unquoted(String word) {
    StringBuilder text = new StringBuilder();
    char quote = 0;
    for (int index = 0; index < word.length(); index++) {
      char each = word.charAt(index);
      if (quote == 0 && (each == '\'' || each == '"')) {
        quote = each;
      } else if (each == quote) {
        quote = 0;
      } else {
        text.append(each);
      }
    }
    return text.toString();
  }

  /** Returns the words for a server. */
  List<String> of(Target target) {
    return words.stream()
        .map(
            word ->
                PLACEHOLDER
                    .matcher(word)
                    .replaceAll(
                        found ->
                            Matcher.quoteReplacement(
                                target.value(found.group(1)).orElse(found.group()))))
        .toList();
  }

  /**
   * Executes it and waits for its end.
   *
   * @param name that of its setting
   * @throws ClusterException if it did not end well, or not in time; the message is without the
   *     command, which may hold secrets
   */
  void execute(String name, Target target, Duration timeout)
      throws ClusterException, InterruptedException {
    Process process = start(name, target);
    try {
      StringBuilder errors = new StringBuilder();
      Thread reader =
          Thread.ofVirtual()
              .name("command-errors")
              .start(() -> read(process.getErrorStream(), errors));
      if (!process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new ClusterException(
            "%s did not end within %s s".formatted(name, timeout.toMillis() / 1e3)
                + firstLine(errors));
      }
      reader.join(Duration.ofSeconds(1));
      if (process.exitValue() != 0) {
        throw new ClusterException(
            "%s ended with exit code %s".formatted(name, process.exitValue()) + firstLine(errors));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start(String name, Target target) throws ClusterException {
    try {
      Process process =
          new ProcessBuilder(of(target)).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new ClusterException(
          "%s: its program '%s' cannot be started".formatted(name, Excerpt.of(words.getFirst())),
          e);
    }
  }

  /** Reads all of it, so that the command does not wait, and keeps the beginning. */
  private static void read(InputStream stream, StringBuilder errors) {
    byte[] buffer = new byte[MOST_ERROR_BYTES];
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        synchronized (errors) {
          if (errors.length() < MOST_ERROR_BYTES) {
            errors.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
          }
        }
      }
    } catch (IOException e) {
      // It was ended.
    }
  }

  private static String firstLine(StringBuilder errors) {
    synchronized (errors) {
      return errors
          .toString()
          .lines()
          .filter(line -> !line.isBlank())
          .findFirst()
          .map(line -> ": " + Excerpt.of(Secrets.maskFlags(line.strip())))
          .orElse("");
    }
  }

  /** Returns nothing of the command, which may hold secrets. */
  @Override
  public String toString() {
    return "a command";
  }
}
