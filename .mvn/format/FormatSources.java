import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks or fixes the layout of every Java file of the project. It is a program of its own, run by the JDK that builds
 * the project, because the formatter plugins run inside Maven's JVM, which may be older than the sources.
 */
final class FormatSources {
  public static void main(String[] arguments) throws Exception {
    boolean write = arguments[0].equals("write");
    List<Path> wrong = new ArrayList<>();
    for (Path source : sources()) {
      String before = Files.readString(source);
      String after = format(source, before);
      if (!after.equals(before)) {
        wrong.add(source);
        if (write) {
          Files.writeString(source, after);
        }
      }
    }
    if (!wrong.isEmpty() && !write) {
      wrong.forEach(source -> System.err.println("not formatted: " + source));
      System.err.println("Fix them with: mvn -N process-sources -Dformat=write");
      System.exit(1);
    }
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(""))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("src/main/java/") || file.toString().contains("src/test/java/"))
          .filter(file -> !file.toString().contains("target/"))
          .sorted()
          .toList();
    }
  }

  private static String format(Path source, String text) {
    try {
      Formatter formatter = new Formatter(JavaFormatterOptions.defaultOptions());
      String ordered =
          ImportOrderer.reorderImports(
              RemoveUnusedImports.removeUnusedImports(text), JavaFormatterOptions.Style.GOOGLE);
      return formatter.formatSource(ordered);
    } catch (Exception e) {
      System.err.println(source + ": " + e.getMessage());
      System.exit(1);
      throw new AssertionError(e);
    }
  }
}
