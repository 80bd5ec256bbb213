package io.kvbench.core.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The command that starts one server.
 *
 * @param arguments the command line, or its part after what the caller adds
 * @param environment environment variables, besides those of kvbench's own process
 * @param files contents by absolute path, written before the server starts
 */
public record ServerCommand(
    List<String> arguments, Map<String, String> environment, Map<String, String> files) {

  private static final Pattern SPACES = Pattern.compile("\\s+");

  public ServerCommand {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    files = Map.copyOf(files);
  }

  /** A server configured by its command line alone. */
  public static ServerCommand of(List<String> arguments) {
    return new ServerCommand(arguments, Map.of(), Map.of());
  }

  /** A program configured by its command line alone. */
  public static ServerCommand of(Path program, List<String> arguments) {
    return of(Stream.concat(Stream.of(program.toString()), arguments.stream()).toList());
  }

  /** Splits a setting with flags at spaces. */
  public static List<String> words(Optional<String> flags) {
    return flags.stream().flatMap(SPACES::splitAsStream).filter(word -> !word.isEmpty()).toList();
  }
}
