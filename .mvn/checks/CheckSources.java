import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Checks all sources with Error Prone and, main code, with NullAway, in one JVM: loading and warming up these checkers
 * takes longer than checking a module. The lists of sources and class paths are those that Maven's compiler leaves in
 * {@code target/maven-status}, so it runs after all modules are compiled.
 *
 * <p>Sources that passed with the same checkers and the same sources below them are not checked again: {@code
 * target/checked} has their hashes. Run in the root of the checkout, with the checkers on the class path.
 */
final class CheckSources {
  private static final Path CHECKED = Path.of("target", "checked");
  private static final String STATUS = "target/maven-status/maven-compiler-plugin/";
  private static final List<String> KINDS = List.of("compile/default-compile", "testCompile/default-testCompile");

  private static final String EVERYWHERE =
      "-Xplugin:ErrorProne -Xep:LongDoubleConversion:OFF -XepExcludedPaths:.*/generated(-test)?-sources/.*";
  private static final String MAIN =
      " -Xep:NullAway:ERROR -XepOpt:NullAway:JSpecifyMode=true"
          + " -XepOpt:NullAway:CustomInitializerAnnotations=org.openjdk.jmh.annotations.Setup -XepOpt:NullAway:";
  private static final String TEST = " -Xep:NullAway:OFF";

  /** The sources of a module that are compiled together, and the paths that they are compiled with. */
  private record Unit(String name, Path classes, List<Path> sources, List<String> classPath) {
    boolean isMain() {
      return classes.endsWith("classes");
    }

    /**
     * Returns whether packages are {@code @NullMarked}. That annotation may stand on modules, which javac cannot read
     * for Java 8, so the packages of a module for Java 8 are named instead.
     */
    boolean isNullMarked() throws IOException {
      for (Path source : sources) {
        if (source.endsWith("package-info.java") && Files.readString(source).contains("@NullMarked")) {
          return true;
        }
      }
      return false;
    }
  }

  private final Map<Path, Unit> units = new TreeMap<>();
  private final Map<Path, String> hashes = new ConcurrentHashMap<>();

  public static void main(String[] arguments) throws IOException {
    System.exit(new CheckSources().run() ? 0 : 1);
  }

  private boolean run() throws IOException {
    try (Stream<Path> poms = Files.walk(Path.of(""), 3)) {
      for (Path pom : poms.filter(file -> file.endsWith("pom.xml")).sorted().toList()) {
        for (String kind : KINDS) {
          add(pom.toAbsolutePath().getParent(), kind);
        }
      }
    }
    List<String> passed = Files.exists(CHECKED) ? Files.readAllLines(CHECKED) : List.of();
    List<Unit> stale =
        units.values().stream().filter(unit -> !passed.contains(hash(unit.classes()))).toList();
    Map<String, String> problems = new ConcurrentHashMap<>();
    stale.parallelStream()
        .forEach(
            unit -> {
              String found = check(unit);
              if (!found.isEmpty()) {
                problems.put(unit.name(), found);
              }
            });
    List<String> lines = new ArrayList<>();
    for (Unit unit : units.values()) {
      if (!problems.containsKey(unit.name())) {
        lines.add(hash(unit.classes()));
      }
    }
    Files.createDirectories(CHECKED.getParent());
    Files.write(CHECKED, lines);
    problems.values().forEach(System.err::println);
    System.out.printf("Error Prone: %d of %d source trees checked%n", stale.size(), units.size());
    return problems.isEmpty();
  }

  private void add(Path module, String kind) throws IOException {
    Path status = module.resolve(STATUS + kind);
    if (!Files.exists(status.resolve("inputFiles.lst"))) {
      return;
    }
    List<Path> sources =
        Files.readAllLines(status.resolve("inputFiles.lst")).stream()
            .map(Path::of)
            .filter(Files::exists)
            .sorted()
            .toList();
    List<String> classPath =
        Files.readAllLines(status.resolve("dependencies.lst")).stream()
            .filter(line -> line.startsWith("classpath:"))
            .map(line -> line.substring("classpath:".length()).split("\t")[0])
            .toList();
    Path classes = module.resolve(kind.startsWith("test") ? "target/test-classes" : "target/classes");
    units.put(classes, new Unit(module.getFileName() + " " + kind, classes, sources, classPath));
  }

  /** Hashes the checkers, the sources, and what they are compiled with, sources of other modules included. */
  private String hash(Path classes) {
    String known = hashes.get(classes);
    if (known != null) {
      return known;
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      Unit unit = units.get(classes);
      digest.update(System.getProperty("java.class.path").getBytes(StandardCharsets.UTF_8));
      digest.update((EVERYWHERE + MAIN + TEST + unit.name()).getBytes(StandardCharsets.UTF_8));
      for (Path source : unit.sources()) {
        digest.update(Files.readAllBytes(source));
      }
      for (String entry : unit.classPath()) {
        Path path = Path.of(entry);
        boolean isModule = units.containsKey(path) && !path.equals(classes);
        digest.update((isModule ? hash(path) : entry).getBytes(StandardCharsets.UTF_8));
      }
      String hash = HexFormat.of().formatHex(digest.digest());
      hashes.put(classes, hash);
      return hash;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns what is wrong, as the compiler prints it; empty if nothing is. */
  private static String check(Unit unit) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      boolean fine =
          compiler
              .getTask(
                  output, files, null, options(unit), null, files.getJavaFileObjectsFromPaths(unit.sources()))
              .call();
      return fine ? "" : unit.name() + ":\n" + output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> options(Unit unit) throws IOException {
    String scope = unit.isNullMarked() ? "OnlyNullMarked=true" : "AnnotatedPackages=io.kvbench";
    return List.of(
        "--release", "21",
        "-cp", String.join(File.pathSeparator, unit.classPath()) + File.pathSeparator + unit.classes(),
        // The checkers' classes are those of this JVM: the parent of the loader that reads this path.
        "-processorpath", System.getProperty("java.class.path"),
        "-parameters",
        "-Werror",
        "-XDcompilePolicy=simple",
        "--should-stop=ifError=FLOW",
        "--should-stop=ifNoError=FLOW",
        "-XDaddTypeAnnotationsToSymbol=true",
        EVERYWHERE + (unit.isMain() ? MAIN + scope : TEST));
  }
}
