package io.kvbench.runner.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The string literals of a source file of kvbench. */
final class SourceLiterals {
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^ *//[^\n]*");
  private static final Pattern FORMAT = Pattern.compile("%[sd]");

  private SourceLiterals() {}

  /** Returns those with a letter, from the main file of this name. */
  static List<String> of(String file) throws IOException {
    String source = COMMENT.matcher(Files.readString(find(file))).replaceAll("");
    List<String> literals =
        LITERAL
            .matcher(source)
            .results()
            .map(found -> found.group(1))
            .filter(text -> FORMAT.matcher(text).replaceAll("").matches(".*[A-Za-z].*"))
            .distinct()
            .toList();
    if (literals.isEmpty()) {
      throw new IOException(file + " has no texts");
    }
    return literals;
  }

  /** Returns the pattern of a format with arbitrary arguments. */
  static String asPattern(String literal) {
    return FORMAT
        .splitAsStream(literal.replace("%%", "%"))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*", literal.startsWith("%s") ? ".*" : "", ""));
  }

  private static Path find(String file) throws IOException {
    for (String module : Modules.directories().values()) {
      Path sources = Modules.ROOT.resolve(module).resolve("src/main/java");
      if (Files.isDirectory(sources)) {
        try (Stream<Path> all = Files.walk(sources)) {
          List<Path> found = all.filter(path -> path.endsWith(file)).toList();
          if (!found.isEmpty()) {
            return found.getFirst();
          }
        }
      }
    }
    throw new IOException("no source file " + file);
  }
}
