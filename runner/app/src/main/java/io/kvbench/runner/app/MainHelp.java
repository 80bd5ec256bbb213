package io.kvbench.runner.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of {@code kvbench} without a command, on one screen: examples, the commands in groups,
 * and the flags that most runs need. {@code kvbench run --help} has all flags.
 */
final class MainHelp {
  /** The commands by what they are about. */
  static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("Run", List.of("run", "load", "plan", "systems", "calibrate"));
    GROUPS.put("Experiments", List.of("find", "suite", "record"));
    GROUPS.put("Results", List.of("report", "compare", "history", "check"));
    GROUPS.put("Servers", List.of("cluster", "clean", "agent", "sidecar", "certs"));
    GROUPS.put("Service", List.of("serve"));
  }

  private static final List<String> FLAGS =
      List.of("-db", "-P", "-p", "-threads", "-target", "-load", "-t", "--results", "-v", "-h");

  private static final int NAMES = 12;
  private static final int FLAG_NAMES = 20;

  private MainHelp() {}

  /** Makes it the help of a command line. */
  static void addTo(CommandLine line) {
    line.getCommandSpec()
        .usageMessage()
        .customSynopsis(
            "kvbench [run] -db SYSTEM -P FILE [FLAG]...",
            "       kvbench COMMAND [FLAG]...       (kvbench COMMAND --help)");
    // Set on the line, they would be those of its commands, too.
    line.getCommandSpec()
        .usageMessage()
        .sectionKeys(
            List.of(
                UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
                UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                UsageMessageSpec.SECTION_KEY_DESCRIPTION,
                UsageMessageSpec.SECTION_KEY_FOOTER,
                UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                UsageMessageSpec.SECTION_KEY_OPTION_LIST));
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, MainHelp::commands);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, MainHelp::flags);
  }

  private static String commands(Help help) {
    StringBuilder text = new StringBuilder();
    GROUPS.forEach(
        (title, names) -> {
          TextTable table = table(help, NAMES);
          for (String name : names) {
            Help command = Objects.requireNonNull(help.subcommands().get(name), name);
            table.addRowValues(name, first(command.commandSpec().usageMessage().description()));
          }
          text.append(title).append(":%n".formatted()).append(table);
        });
    return text.toString();
  }

  private static String flags(Help help) {
    TextTable table = table(help, FLAG_NAMES);
    for (String name : FLAGS) {
      OptionSpec flag = help.commandSpec().findOption(name);
      String label = flag.arity().max() == 0 ? "" : " " + flag.paramLabel();
      table.addRowValues(name + label, first(flag.description()));
    }
    return "Flags of a run ('kvbench run --help' has all of them):%n%s".formatted(table);
  }

  private static TextTable table(Help help, int width) {
    int all = help.commandSpec().usageMessage().width();
    return TextTable.forColumns(
        help.colorScheme(),
        new Column(width, 2, Column.Overflow.SPAN),
        new Column(all - width, 1, Column.Overflow.WRAP));
  }

  private static String first(String... description) {
    return description.length == 0 ? "" : description[0];
  }
}
