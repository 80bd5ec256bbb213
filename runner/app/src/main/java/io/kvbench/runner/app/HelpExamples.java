package io.kvbench.runner.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The examples and exit codes at the end of a command's help. They are in a text file that has the
 * name of the command's class, since examples need a system, and are read only for help.
 */
final class HelpExamples {
  private HelpExamples() {}

  /** Adds them to the help of a command and of those below it. */
  static void addTo(CommandLine line) {
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpExamples::render);
    line.getSubcommands().values().forEach(HelpExamples::addTo);
  }

  /** Examples are not wrapped: a command is broken where a shell allows it, or nowhere. */
  private static String render(Help help) {
    boolean isMain = help.commandSpec().parent() == null;
    Class<?> named = isMain ? MainHelp.class : help.commandSpec().userObject().getClass();
    return "%n".formatted()
        + text(named).lines().map(line -> line + "%n".formatted()).collect(Collectors.joining());
  }

  /** A command without a file has the examples of the command that it extends. */
  private static String text(Class<?> command) {
    String name = command.getSimpleName() + ".txt";
    try (InputStream text = HelpExamples.class.getResourceAsStream(name)) {
      Class<?> parent = command.getSuperclass();
      if (text == null) {
        return parent == null ? "" : text(parent);
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
