import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks or fixes the layout of every Java file of the project. It is a program of its own, run by the JDK that builds
 * the project, because the formatter plugins run inside Maven's JVM, which may be older than the sources.
 *
 * <p>Files that had the right layout in an earlier build are not formatted again: {@code target/formatted} has their
 * hashes, below one of the formatter's jar.
 */
final class FormatSources {
  private static final Path FORMATTED = Path.of("target", "formatted");

  /** A file with its hash and, if it has to change, its new text. */
  private record Source(Path path, String hash, Optional<String> changed) {}

  public static void main(String[] arguments) throws Exception {
    boolean write = arguments[0].equals("write");
    String formatter = hash(Files.readAllBytes(jar()));
    Set<String> known = known(formatter);
    List<Source> all = sources().parallelStream().map(path -> check(path, known)).toList();
    List<Path> wrong = all.stream().filter(each -> each.changed().isPresent()).map(Source::path).toList();
    List<String> right = new ArrayList<>(List.of(formatter));
    for (Source each : all) {
      if (each.changed().isEmpty()) {
        right.add(each.hash());
      } else if (write) {
        Files.writeString(each.path(), each.changed().get());
        right.add(hash(each.changed().get().getBytes(StandardCharsets.UTF_8)));
      }
    }
    Files.createDirectories(FORMATTED.getParent());
    Files.write(FORMATTED, right);
    if (!wrong.isEmpty() && !write) {
      wrong.forEach(source -> System.err.println("not formatted: " + source));
      System.err.println("Fix them with: mvn -N process-sources -Dformat=write");
      System.exit(1);
    }
  }

  private static Path jar() throws URISyntaxException {
    return Path.of(Formatter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static Set<String> known(String formatter) throws IOException {
    List<String> lines = Files.exists(FORMATTED) ? Files.readAllLines(FORMATTED) : List.of();
    return lines.isEmpty() || !lines.getFirst().equals(formatter) ? Set.of() : Set.copyOf(lines);
  }

  private static Source check(Path path, Set<String> known) {
    try {
      byte[] bytes = Files.readAllBytes(path);
      String hash = hash(bytes);
      if (known.contains(hash)) {
        return new Source(path, hash, Optional.empty());
      }
      String before = new String(bytes, StandardCharsets.UTF_8);
      String after = format(path, before);
      return new Source(path, hash, after.equals(before) ? Optional.empty() : Optional.of(after));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
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
