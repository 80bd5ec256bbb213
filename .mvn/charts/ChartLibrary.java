import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the parts of Apache ECharts that kvbench's pages use. The published module registers all
 * parts at its end; here, only those that are used are registered, and esbuild drops what nothing
 * refers to. The notices of the module come first. The same input gives the same bytes on every
 * machine.
 *
 * <p>Its output is in the repository, so a build needs neither esbuild nor npm. Whoever changes the
 * list below or the version of the library runs it with echarts.esm.mjs of the jar
 * org.webjars:echarts and the binary of the npm package esbuild:
 *
 * <pre>java .mvn/charts/ChartLibrary.java echarts.esm.mjs node_modules \
 *   reports/src/main/resources/io/kvbench/reports/html/echarts.min.js</pre>
 *
 * <p>Arguments: echarts.esm.mjs, a directory with esbuild somewhere below it, and the file to write.
 */
final class ChartLibrary {
  /**
   * What the parts of the library that pages use are registered with: views, the painter of SVG,
   * and the patterns for those who do not see colours. A tooltip brings the pointers of axes.
   */
  private static final List<String> USED =
      List.of(
          "LineView",
          "BarView",
          "ScatterView",
          "CustomChartView",
          "GridView",
          "TooltipView",
          "LegendView",
          "InsideZoomView",
          "SliderZoomView",
          "MarkLineView",
          "MarkAreaView",
          "ariaPreprocessor",
          "SVGPainter");

  private static final Pattern INSTALLER =
      Pattern.compile("^function (install\\S*)\\(\\w+\\) \\{\\n(.*?)^}", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern REGISTRATION = Pattern.compile("^use\\(.*\\);\\n", Pattern.MULTILINE);
  private static final Pattern EXPORT = Pattern.compile("^export \\{(.*)};\\n", Pattern.MULTILINE);
  private static final Pattern INIT = Pattern.compile("([\\w$]+) as init\\b");

  /** A class of the library is made by a function that is called once; nothing else comes of it. */
  private static final Pattern CLASS =
      Pattern.compile("^(var [\\w$]+ = )(?:/\\*\\* @class \\*/ ?)?(\\(?function \\()", Pattern.MULTILINE);

  private static final Pattern VERSION = Pattern.compile("^var version\\S* = '([^']+)';\\nvar dependencies = ", Pattern.MULTILINE);
  private static final Pattern NOTICE = Pattern.compile("^/\\*.*?\\*/", Pattern.MULTILINE | Pattern.DOTALL);

  private ChartLibrary() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path module = Path.of(arguments[0]);
    Path esbuild = program(Path.of(arguments[1]));
    Path library = Path.of(arguments[2]);
    String source = Files.readString(module);
    Path used = module.resolveSibling("used.mjs");
    Path minified = module.resolveSibling("used.min.js");
    Files.writeString(used, used(source));
    run(
        esbuild.toString(),
        used.toString(),
        "--bundle",
        "--minify",
        "--format=iife",
        "--global-name=echarts",
        "--target=es2020",
        "--charset=ascii",
        "--legal-comments=none",
        "--log-level=warning",
        "--outfile=" + minified);
    Files.createDirectories(library.toAbsolutePath().getParent());
    Files.writeString(library, about(source) + notices(source) + Files.readString(minified));
  }

  /** Returns the module with the used parts registered only, in the form that production has. */
  private static String used(String source) {
    Matcher export = EXPORT.matcher(source);
    if (!export.find()) {
      throw new IllegalStateException("the module exports nothing on a line of its own");
    }
    Matcher init = INIT.matcher(export.group(1));
    if (!init.find()) {
      throw new IllegalStateException("the module does not export init");
    }
    String installers = USED.stream().map(name -> installer(source, name)).collect(Collectors.joining(", "));
    String kept = REGISTRATION.matcher(source.substring(0, export.start())).replaceAll("");
    return CLASS.matcher(kept).replaceAll("$1/* @__PURE__ */ $2").replace("\"development\"", "\"production\"")
        + "use([%s]);%nexport { %s as init };%n".formatted(installers, init.group(1)).replace("\r\n", "\n");
  }

  private static String installer(String source, String name) {
    Matcher installers = INSTALLER.matcher(source);
    while (installers.find()) {
      if (installers.group(2).matches("(?s).*[(, ]" + Pattern.quote(name) + "\\).*")) {
        return installers.group(1);
      }
    }
    throw new IllegalStateException("no part of the module registers " + name);
  }

  private static String about(String source) {
    Matcher version = VERSION.matcher(source);
    if (!version.find()) {
      throw new IllegalStateException("the module does not say its version");
    }
    return "/* Parts of Apache ECharts " + version.group(1) + ", made by .mvn/charts/ChartLibrary.java */\n";
  }

  /** Returns the comments of the module that say who has which rights, each once. */
  private static String notices(String source) {
    Set<String> notices = new TreeSet<>();
    Matcher comments = NOTICE.matcher(source);
    while (comments.find()) {
      if (comments.group().contains("Copyright (c)") || comments.group().contains("Licensed to")) {
        notices.add(comments.group().replace("\r", "").replaceAll("\n ?\\*", "\n *"));
      }
    }
    if (notices.isEmpty()) {
      throw new IllegalStateException("the module has no notices");
    }
    return String.join("\n", notices) + "\n";
  }

  private static Path program(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      Path program =
          files
              .filter(file -> file.endsWith("bin/esbuild") || file.endsWith("esbuild.exe"))
              .sorted()
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("there is no esbuild below " + directory));
      program.toFile().setExecutable(true);
      return program.toAbsolutePath();
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    int code = new ProcessBuilder(new ArrayList<>(List.of(command))).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(String.join(" ", command) + " exited with " + code);
    }
  }
}
