package io.kvbench.runner.app.run;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The properties that exist: their groups in a line each, or the whole text of some of them. */
final class PropertyList {
  private static final String INDENT = "    ";
  private static final int NAME = 12;

  private final PrintWriter out;
  private final int width;

  private PropertyList(Terminal terminal) {
    this.out = terminal.out();
    this.width = terminal.style().width();
  }

  /**
   * Prints what a name is of, and returns the exit code.
   *
   * @param name a group, a property or a part of names; empty for the list of groups
   */
  static int print(
      String name, Map<String, List<Setting<?>>> groups, Terminal terminal, Problems problems) {
    PropertyList list = new PropertyList(terminal);
    if (name.isEmpty()) {
      list.groups(groups);
      return ExitCode.FINE;
    }
    List<Setting<?>> found = find(name.toLowerCase(Locale.ROOT), groups);
    if (found.isEmpty()) {
      problems.add(
          "--properties " + name, "no property or group has this name; omit it to list all.");
      return terminal.refuse(problems);
    }
    found.forEach(list::print);
    return ExitCode.FINE;
  }

  private static List<Setting<?>> find(String name, Map<String, List<Setting<?>>> groups) {
    List<Setting<?>> group = groups.getOrDefault(name, List.of());
    if (!group.isEmpty()) {
      return group;
    }
    List<Setting<?>> all = groups.values().stream().<Setting<?>>flatMap(List::stream).toList();
    List<Setting<?>> named =
        all.stream()
            .filter(each -> each.name().equals(name) || each.aliases().contains(name))
            .toList();
    return named.isEmpty()
        ? all.stream().filter(each -> each.name().contains(name)).toList()
        : named;
  }

  private void groups(Map<String, List<Setting<?>>> groups) {
    groups.forEach(
        (name, settings) -> {
          String lead =
              String.format(
                  Locale.ROOT, "%-" + NAME + "s%4s  ", name, Quantities.count(settings.size()));
          List<String> names =
              PlainText.wrap(
                  settings.stream().map(Setting::name).collect(Collectors.joining(", ")),
                  width - lead.length() - INDENT.length());
          out.println(lead + names.getFirst() + (names.size() > 1 ? " ..." : ""));
        });
    out.println();
    out.println("kvbench plan --properties NAME describes a group or a property.");
  }

  private void print(Setting<?> setting) {
    List<String> names = new ArrayList<>(List.of(setting.name()));
    names.addAll(setting.aliases());
    wrap("", String.join(", ", names) + setting.defaultText().map(text -> " = " + text).orElse(""));
    wrap(INDENT, setting.description());
    wrap(INDENT, "Value: " + setting.accepts() + ".");
  }

  private void wrap(String indent, String text) {
    PlainText.wrap(text, width - indent.length()).forEach(line -> out.println(indent + line));
  }
}
