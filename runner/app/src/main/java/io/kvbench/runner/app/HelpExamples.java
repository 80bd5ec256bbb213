package io.kvbench.runner.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
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

  private static String render(Help help) {
    Object command = help.commandSpec().userObject();
    String[] lines =
        Stream.concat(Stream.of(""), text(command.getClass()).lines())
            .map(line -> line.replace("%", "%%"))
            .toArray(String[]::new);
    help.commandSpec().usageMessage().footer(lines);
    return help.footer();
  }

  private static String text(Class<?> command) {
    String name = command.getSimpleName() + ".txt";
    try (InputStream text = HelpExamples.class.getResourceAsStream(name)) {
      return text == null ? "" : new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
