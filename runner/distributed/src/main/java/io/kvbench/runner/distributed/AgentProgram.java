package io.kvbench.runner.distributed;

import io.kvbench.core.server.ProgramPath;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings whose values are commands that start agents. */
public final class AgentProgram {
  private AgentProgram() {}

  /** Returns the words of a command, of which there is one at least. */
  static List<String> words(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(text);
    }
    return List.of(text.strip().split("\\s+"));
  }

  /** Adds that a command cannot be started, if so, and the remedy. */
  static void check(
      Settings settings, Setting<List<String>> command, String remedy, Problems problems) {
    String program = settings.get(command).getFirst();
    boolean isPath = program.contains("/");
    ProgramPath path = ProgramPath.ofThisProcess();
    Optional<Path> found =
        isPath ? ProgramPath.executable(ProgramPath.path(program).stream()) : path.find(program);
    if (found.isEmpty()) {
      problems.add(
          settings.whereIs(command),
          "%s %s; %s."
              .formatted(
                  program,
                  isPath ? "is not an executable program" : "is " + path.absence(),
                  remedy));
    }
  }

  /** Returns a command that starts its program from where it was found. */
  public static List<String> command(Settings settings, Setting<List<String>> command) {
    List<String> words = new ArrayList<>(settings.get(command));
    if (!words.getFirst().contains("/")) {
      ProgramPath.ofThisProcess()
          .find(words.getFirst())
          .ifPresent(file -> words.set(0, file.toString()));
    }
    return words;
  }
}
