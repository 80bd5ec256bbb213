package io.kvbench.runner.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kvbench commands in the code blocks of the README and of the pages below docs. */
final class GuideCommands {
  static final Path ROOT = Path.of("..", "..");
  static final Path TUTORIAL = ROOT.resolve("docs/guide/tutorial.md");

  /** Stands for what readers fill in; such commands are parsed, and cannot be planned. */
  private static final String ELLIPSIS = "...";

  /** {@code ./kvbench} anywhere in a line, or {@code kvbench} at its beginning. */
  private static final Pattern COMMAND =
      Pattern.compile("(?:^|.*[ (])\\./kvbench (.*)|kvbench (.*)");

  /** Ends a command: two spaces before a comment, or what the shell does next. */
  private static final Pattern END = Pattern.compile("\\s{2,}|\\s*[;|>)#]");

  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\";]|'[^']*'|\"[^\"]*\")+");

  private static final Map<String, String> VARIABLES =
      Map.of("$db", "etcd", "$i", "1", "$GITHUB_SHA", "4f1c2aa");

  private GuideCommands() {}

  /**
   * A command of a guide page.
   *
   * @param arguments without {@code kvbench} and without an ellipsis
   * @param complete whether it had no ellipsis
   */
  record GuideCommand(String page, List<String> arguments, boolean complete) {
    @Override
    public String toString() {
      return page + ": " + String.join(" ", arguments);
    }
  }

  /** Returns the commands of all pages that users read. */
  static List<GuideCommand> all() throws IOException {
    List<GuideCommand> all = new ArrayList<>();
    try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
      for (Path page :
          Stream.concat(
                  Stream.of(ROOT.resolve("README.md"), ROOT.resolve("docs/README.md")),
                  guide.filter(file -> file.toString().endsWith(".md")).sorted())
              .toList()) {
        all.addAll(of(page));
      }
    }
    return all;
  }

  /** Returns the commands of a page, in their order. */
  static List<GuideCommand> of(Path page) throws IOException {
    String name = ROOT.relativize(page).toString();
    return blocks(Files.readAllLines(page)).stream()
        .map(String::strip)
        .map(COMMAND::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .map(text -> command(name, text))
        .toList();
  }

  /**
   * Returns the lines of code blocks, fenced or indented, with continued lines joined. Blocks of
   * {@code text} are what commands print.
   */
  private static List<String> blocks(List<String> page) {
    List<String> lines = new ArrayList<>();
    boolean fenced = false;
    boolean output = false;
    boolean continued = false;
    for (String line : page) {
      if (line.startsWith("```")) {
        fenced = !fenced;
        output = line.equals("```text");
      } else if (!output && (fenced || line.startsWith("    "))) {
        String text = line.endsWith("\\") ? line.substring(0, line.length() - 1) : line;
        if (continued) {
          lines.add(lines.removeLast().stripTrailing() + " " + text.strip());
        } else {
          lines.add(text);
        }
        continued = line.endsWith("\\");
      }
    }
    return lines;
  }

  private static GuideCommand command(String page, String text) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    int end = 0;
    while (word.find() && !END.matcher(text).region(end, text.length()).lookingAt()) {
      words.add(plain(word.group()));
      end = word.end();
    }
    boolean complete = words.stream().noneMatch(each -> each.endsWith(ELLIPSIS));
    words.remove(ELLIPSIS);
    return new GuideCommand(page, List.copyOf(words), complete);
  }

  /** Removes quotes, and gives variables a value. */
  private static String plain(String word) {
    String text = word.replaceAll("['\"]", "");
    for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
      text = text.replace(variable.getKey(), variable.getValue());
    }
    return text;
  }
}
