
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Writes what kvbench.jar consists of: a CycloneDX SBOM and a list of licences, the same bytes in
 * every build, and their texts and notices. It needs no network, as Maven's plugin for CycloneDX
 * does: licences come from the poms that Maven resolved the dependencies with, what libraries
 * contain of others comes from inside.txt, and texts come from the libraries' jars or else from
 * licences/ with copyright.txt. Fails where a library has no licence or its text is missing, or
 * where it contains another one that is not listed.
 *
 * <p>Arguments: the list of dependencies (dependency:list with the files' names), the directory of
 * inside.txt, the version of kvbench, the build's time, the directory to write to, kvbench's LICENSE
 * and its NOTICE.
 */
final class SbomOfJar {
  private static final Set<String> IDENTIFIERS =
      Set.of(
          "Apache-2.0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "CC0-1.0",
          "EPL-1.0",
          "EPL-2.0",
          "LGPL-2.1-only",
          "LGPL-2.1-or-later",
          "MIT",
          "MPL-2.0");

  /**
   * Where poms say that their licence is to be read, without the scheme and what varies at the end.
   */
  private static final Map<String, String> ADDRESSES =
      Map.of(
          "apache.org/licenses/license-2.0", "Apache-2.0",
          "creativecommons.org/publicdomain/zero/1.0", "CC0-1.0",
          "eclipse.org/legal/epl-v10", "EPL-1.0",
          "eclipse.org/legal/epl-v20", "EPL-2.0",
          // JFreeChart, whose sources say 2.1 or later.
          "gnu.org/licenses/lgpl", "LGPL-2.1-or-later",
          "opensource.org/license/apache-2-0", "Apache-2.0",
          "opensource.org/licenses/apache-2.0", "Apache-2.0",
          "opensource.org/licenses/mit", "MIT",
          "opensource.org/license/mit", "MIT");

  /** A line as {@code group:name:jar:classifier:version:scope:file -- module name}. */
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "\\s+(\\S+?):(\\S+?):jar:(?:([^:\\s]+):)?([^:\\s]+):(\\w+):((?:/|[A-Za-z]:).*?)"
              + "(?:\\s+(?:\\(optional\\)|-- module).*)?");
  private static final Pattern VERSIONED = Pattern.compile("^(?:META-INF/versions/\\d+/)");

  private final List<String> problems = new ArrayList<>();
  private final List<Inside> inside;

  private SbomOfJar(List<Inside> inside) {
    this.inside = inside;
  }

  public static void main(String[] arguments) throws Exception {
    Path supply = Path.of(arguments[1]);
    SbomOfJar made = new SbomOfJar(Inside.read(supply.resolve("inside.txt")));
    List<Library> libraries = made.libraries(Path.of(arguments[0]));
    Map<String, String> texts =
        new LicenceTexts(supply, Path.of(arguments[5]), made.problems)
            .of(libraries, Files.readString(Path.of(arguments[6])));
    if (!made.problems.isEmpty()) {
      made.problems.forEach(System.err::println);
      System.exit(1);
    }
    Path directory = Path.of(arguments[4]);
    Files.createDirectories(directory.resolve("sbom"));
    Files.writeString(
        directory.resolve("sbom/kvbench.cdx.json"), json(libraries, arguments[2], arguments[3]));
    Files.writeString(directory.resolve("THIRD-PARTY.txt"), list(libraries));
    Files.createDirectories(directory.resolve("licenses"));
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Files.writeString(directory.resolve(text.getKey()), text.getValue());
    }
    System.out.println(
        libraries.size() + " libraries with licences: " + directory.resolve("THIRD-PARTY.txt"));
  }

  /** A library that is in the jar, and what it is in. */
  private record Library(
      String url, String licence, Optional<String> inside, Optional<Path> jar) {
    /** Returns {@code group:name}, or the name alone where there are no groups. */
    String name() {
      return parts().get(0).isEmpty() ? parts().get(1) : parts().get(0) + ":" + parts().get(1);
    }

    /**
     * Group, name and version of {@code pkg:maven/GROUP/NAME@VERSION}; parts that it has not are
     * empty.
     */
    List<String> parts() {
      String path = url.replaceFirst("^pkg:\\w+/", "").replaceFirst("\\?.*", "");
      int at = path.indexOf('@');
      String name = at < 0 ? path : path.substring(0, at);
      int slash = name.lastIndexOf('/');
      return List.of(
          slash < 0 ? "" : name.substring(0, slash),
          name.substring(slash + 1),
          at < 0 ? "" : path.substring(at + 1));
    }

    String shown() {
      String classifier = url.contains("?classifier=") ? url.substring(url.indexOf('=') + 1) : "";
      return Stream.concat(parts().stream(), Stream.of(classifier))
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(":"));
    }
  }

  /** A line of inside.txt. */
  private record Inside(String jar, String place, String url, String licence) {
    /** The copy is not in kvbench.jar. */
    boolean isShared() {
      return url.equals("shared");
    }

    static List<Inside> read(Path file) throws IOException {
      List<Inside> all = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] columns = line.split(" \\| ", -1);
          String url =
              columns[2].replace("${echarts.version}", System.getProperty("echarts.version", ""));
          all.add(new Inside(columns[0], columns[1], url, columns[3].strip()));
        }
      }
      return all;
    }

    boolean isOf(String path) {
      return path.equals(place) || path.startsWith(place + "/");
    }
  }

  private List<Library> libraries(Path list) throws Exception {
    List<Library> all = new ArrayList<>();
    Set<Inside> found = new LinkedHashSet<>();
    for (String line : Files.readAllLines(list)) {
      Matcher dependency = DEPENDENCY.matcher(line.replaceAll("\u001B\\[[0-9;]*m", ""));
      if (dependency.matches()
          && !dependency.group(5).equals("test")
          && !dependency.group(5).equals("provided")) {
        add(dependency, all, found);
      }
    }
    inside.stream()
        .filter(row -> !found.contains(row))
        .forEach(
            row ->
                problems.add(
                    ".mvn/supply/inside.txt: nothing in " + row.jar + " is at " + row.place));
    if (all.isEmpty()) {
      problems.add(list + " has no dependencies");
    }
    return all.stream()
        .distinct()
        .sorted(Comparator.comparing(Library::url).thenComparing(lib -> lib.inside.orElse("")))
        .toList();
  }

  private void add(Matcher dependency, List<Library> all, Set<Inside> found) throws Exception {
    String group = dependency.group(1);
    String name = dependency.group(2);
    String version = dependency.group(4);
    Path jar = Path.of(dependency.group(6));
    boolean own = group.equals("io.kvbench");
    List<Inside> rows =
        inside.stream()
            .filter(row -> row.jar.equals(group + ":" + name + ":" + (own ? "*" : version)))
            .toList();
    Set<Inside> here = rows(jar, group + ":" + name + ":" + version, group + "/" + name, rows);
    found.addAll(here);
    String url = "pkg:maven/%s/%s@%s".formatted(group, name, version);
    here.stream()
        .filter(row -> !row.isShared())
        .forEach(
            row -> all.add(new Library(row.url, row.licence, Optional.of(url), Optional.empty())));
    if (!own) {
      String full = url + (dependency.group(3) == null ? "" : "?classifier=" + dependency.group(3));
      all.add(
          new Library(
              full,
              licence(jar, group, name, version),
              Optional.empty(),
              Optional.of(jar)));
    }
  }

  /** Returns the rows that something of the jar belongs to. */
  private Set<Inside> rows(Path jar, String shown, String coordinates, List<Inside> rows)
      throws IOException {
    Set<Inside> found = new LinkedHashSet<>();
    Set<String> strange = new TreeSet<>();
    for (String path : paths(jar)) {
      Optional<Inside> row =
          rows.stream()
              .filter(each -> each.isOf(path))
              .max(Comparator.comparingInt(each -> each.place.length()));
      row.ifPresent(found::add);
      if (row.isEmpty() && isOfAnother(path, coordinates)) {
        strange.add(path.replaceFirst("/[^/]*$", ""));
      }
    }
    if (!strange.isEmpty()) {
      problems.add(
          shown + " contains another library; add a line to .mvn/supply/inside.txt: " + strange);
    }
    for (Inside row : found) {
      checkVersion(jar, row);
    }
    return found;
  }

  private static boolean isOfAnother(String path, String coordinates) {
    return path.startsWith("META-INF/maven/")
        ? path.endsWith("/pom.properties")
            && !path.equals("META-INF/maven/" + coordinates + "/pom.properties")
        : path.matches("(?!.*META-INF/).*/(shaded|shadow|repackaged|relocated)/.*\\.class");
  }

  private static List<String> paths(Path jar) throws IOException {
    if (Files.isDirectory(jar)) {
      try (var files = Files.walk(jar)) {
        return files
            .filter(Files::isRegularFile)
            .map(file -> jar.relativize(file).toString().replace('\\', '/'))
            .toList();
      }
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .filter(entry -> !entry.isDirectory())
          .map(ZipEntry::getName)
          .map(name -> VERSIONED.matcher(name).replaceFirst(""))
          .toList();
    }
  }

  private void checkVersion(Path jar, Inside row) throws IOException {
    if (row.isShared() || !row.place.startsWith("META-INF/maven/")) {
      return;
    }
    try (ZipFile zip = new ZipFile(jar.toFile());
        InputStream in = zip.getInputStream(zip.getEntry(row.place + "/pom.properties"))) {
      Properties said = new Properties();
      said.load(in);
      if (!row.url.endsWith("@" + said.getProperty("version"))) {
        problems.add(
            ".mvn/supply/inside.txt: "
                + row.place
                + " of "
                + row.jar
                + " is of version "
                + said.getProperty("version"));
      }
    }
  }

  /** Returns what the pom beside the jar says, or one of its parents. */
  private String licence(Path jar, String group, String name, String version) throws Exception {
    Path repository = jar.toAbsolutePath();
    for (int up = group.split("\\.").length + 3; up > 0; up--) {
      repository = repository.getParent();
    }
    Path root = repository;
    Function<List<String>, Path> pom =
        at ->
            root.resolve(at.get(0).replace('.', '/'))
                .resolve(at.get(1))
                .resolve(at.get(2))
                .resolve(at.get(1) + "-" + at.get(2) + ".pom");
    Optional<List<String>> next = Optional.of(List.of(group, name, version));
    while (next.isPresent()) {
      Path file = pom.apply(next.get());
      if (!Files.exists(file)) {
        problems.add(
            group
                + ":"
                + name
                + ":"
                + version
                + ": no licence is known, since "
                + file
                + " is missing");
        return "";
      }
      Element project = read(file);
      List<String> said = licences(project);
      if (!said.isEmpty()) {
        if (said.contains("")) {
          problems.add(
              group
                  + ":"
                  + name
                  + ":"
                  + version
                  + ": the licence in "
                  + file
                  + " is none of those that SbomOfJar has");
        }
        return said.stream().distinct().sorted().collect(Collectors.joining(" OR "));
      }
      next =
          child(project, "parent")
              .map(
                  parent ->
                      List.of(
                          text(parent, "groupId"),
                          text(parent, "artifactId"),
                          text(parent, "version")));
    }
    problems.add(group + ":" + name + ":" + version + " has no licence in its pom");
    return "";
  }

  private static List<String> licences(Element project) {
    return child(project, "licenses").stream()
        .flatMap(all -> children(all).stream())
        .map(each -> identifier(text(each, "name"), text(each, "url")))
        .toList();
  }

  private static String identifier(String name, String address) {
    String place =
        address
            .toLowerCase()
            .replaceFirst("^https?://(www\\.)?", "")
            .replaceFirst("(\\.(txt|html|php))?/?$", "");
    return IDENTIFIERS.contains(name) ? name : ADDRESSES.getOrDefault(place, "");
  }

  private static Element read(Path pom) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
  }

  private static List<Element> children(Element parent) {
    List<Element> all = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        all.add(element);
      }
    }
    return all;
  }

  private static Optional<Element> child(Element parent, String name) {
    return children(parent).stream().filter(each -> each.getTagName().equals(name)).findFirst();
  }

  private static String text(Element parent, String name) {
    return child(parent, name).map(Node::getTextContent).orElse("").strip();
  }

  private static String sha256(Path jar) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(jar.toString(), e);
    }
  }

  /** The texts of the licences and the notices, by their places in META-INF. */
  private static final class LicenceTexts {
    private static final Pattern LICENCE =
        Pattern.compile("(META-INF/)?(LICEN[CS]E|COPYING)(\\.\\w+)?", Pattern.CASE_INSENSITIVE);

    /** Licences of what the library contains. */
    private static final Pattern OTHERS =
        Pattern.compile("(META-INF/)?[^/]+-LICEN[CS]E(\\.\\w+)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern NOTICE =
        Pattern.compile("(META-INF/)?[^/]*NOTICE[^/]*", Pattern.CASE_INSENSITIVE);

    /** Licences that want a copyright notice repeated. */
    private static final Set<String> WITH_COPYRIGHT = Set.of("MIT", "BSD-2-Clause", "BSD-3-Clause");

    private final Path directory;
    private final String apache;
    private final Map<String, List<String>> copyrights = new TreeMap<>();
    private final List<String> problems;
    private final Map<String, String> texts = new TreeMap<>();

    LicenceTexts(Path supply, Path apache, List<String> problems) throws IOException {
      directory = supply.resolve("licences");
      this.apache = Files.readString(apache);
      this.problems = problems;
      for (String line : Files.readAllLines(supply.resolve("copyright.txt"))) {
        String[] columns = line.split(" \\| ", 2);
        if (columns.length == 2 && !line.startsWith("#")) {
          copyrights.computeIfAbsent(columns[0], none -> new ArrayList<>()).add(columns[1]);
        }
      }
    }

    Map<String, String> of(List<Library> libraries, String notice) throws IOException {
      texts.put("LICENSE", apache);
      Map<String, List<String>> notices = new LinkedHashMap<>();
      Set<String> unused = new TreeSet<>(copyrights.keySet());
      for (Library library : libraries) {
        List<String> own = files(library, LICENCE);
        List<String> text = new ArrayList<>(library.licence.equals("Apache-2.0") ? List.of() : own);
        for (String licence : library.licence.split(" AND | OR ")) {
          if (!WITH_COPYRIGHT.contains(licence)) {
            common(licence, library);
          } else if (own.isEmpty()) {
            unused.remove(library.name());
            text.add(withCopyright(licence, library));
          }
        }
        text.addAll(files(library, OTHERS));
        if (!text.isEmpty()) {
          texts.put(place(library), String.join("\n", text));
        }
        files(library, NOTICE)
            .forEach(
                each ->
                    notices
                        .computeIfAbsent(each.strip(), none -> new ArrayList<>())
                        .add(library.shown()));
      }
      unused.forEach(
          name -> problems.add(".mvn/supply/copyright.txt: nothing in the jar needs " + name));
      StringBuilder all = new StringBuilder(notice);
      notices.forEach(
          (text, of) ->
              all.append("\n----\nNotice of " + String.join(", ", of) + "\n\n" + text + "\n"));
      texts.put("NOTICE", all.toString());
      return texts;
    }

    private static String place(Library library) {
      return "licenses/" + library.name().replace(':', '.') + ".txt";
    }

    /** A licence with the same text for all: one of several to choose from may be missing. */
    private void common(String licence, Library library) throws IOException {
      String name = licence.replaceFirst("-(only|or-later)$", "");
      Path file = directory.resolve(name + ".txt");
      if (name.equals("Apache-2.0")) {
        texts.put("licenses/" + name + ".txt", apache);
      } else if (Files.exists(file)) {
        texts.put("licenses/" + name + ".txt", Files.readString(file));
      } else if (!library.licence.contains(" OR ")) {
        problems.add(library.shown() + ": its licence's text is missing: " + file);
      }
    }

    private String withCopyright(String licence, Library library) throws IOException {
      List<String> holders = copyrights.getOrDefault(library.name(), List.of());
      if (holders.isEmpty()) {
        problems.add(
            library.shown() + ": add its copyright notice to .mvn/supply/copyright.txt: " + licence);
      }
      String text = Files.readString(directory.resolve(licence + ".txt"));
      return text.replace("{copyright}", String.join("\n", holders));
    }

    private static List<String> files(Library library, Pattern names) throws IOException {
      if (library.jar.isEmpty()) {
        return List.of();
      }
      try (ZipFile zip = new ZipFile(library.jar.get().toFile())) {
        List<String> found = new ArrayList<>();
        for (ZipEntry entry : zip.stream().sorted(Comparator.comparing(ZipEntry::getName)).toList()) {
          if (names.matcher(entry.getName()).matches()) {
            found.add(new String(zip.getInputStream(entry).readAllBytes(), UTF_8).replace("\r", ""));
          }
        }
        return found;
      }
    }
  }

  private static String list(List<Library> libraries) {
    Map<String, List<Library>> byLicence =
        libraries.stream()
            .collect(Collectors.groupingBy(Library::licence, TreeMap::new, Collectors.toList()));
    StringBuilder text =
        new StringBuilder(
            "Libraries in kvbench.jar and their licences, as SPDX identifiers; their texts are in\n"
                + "META-INF/licenses. OR: the licence can be chosen. The SBOM is"
                + " META-INF/sbom/kvbench.cdx.json.\n");
    byLicence.forEach(
        (licence, all) -> {
          text.append("\n").append(licence).append("\n");
          all.forEach(
              each ->
                  text.append("  ")
                      .append(each.shown())
                      .append(
                          each.inside
                              .map(
                                  jar ->
                                      "  (inside "
                                          + new Library(jar, "", Optional.empty(), Optional.empty())
                                              .shown()
                                          + ")")
                              .orElse(""))
                      .append("\n"));
        });
    return text.toString();
  }

  private static String json(List<Library> libraries, String version, String time) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        {
          "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
          "bomFormat": "CycloneDX",
          "specVersion": "1.6",
          "version": 1,
          "metadata": {
            "timestamp": %s,
            "component": {
              "type": "application", "bom-ref": "kvbench", "group": "io.kvbench", "name": "kvbench", "version": %s,
              "licenses": [{"license": {"id": "Apache-2.0"}}],
              "purl": %s
            }
          },
          "components": [
        """
            .formatted(
                quoted(time),
                quoted(version),
                quoted("pkg:maven/io.kvbench/kvbench-app@" + version)));
    text.append(libraries.stream().map(SbomOfJar::component).collect(Collectors.joining(",\n")));
    return text.append("\n  ]\n}\n").toString();
  }

  private static String component(Library library) {
    List<String> parts = library.parts();
    String reference = library.url + library.inside.map(jar -> "#in-" + jar).orElse("");
    StringBuilder text =
        new StringBuilder("    {\"type\": \"library\", \"bom-ref\": ").append(quoted(reference));
    field(text, "group", parts.get(0));
    field(text, "name", parts.get(1));
    field(text, "version", parts.get(2));
    library.jar.ifPresent(
        jar ->
            text.append(",\n     \"hashes\": [{\"alg\": \"SHA-256\", \"content\": ")
                .append(quoted(sha256(jar)))
                .append("}]"));
    text.append(",\n     \"licenses\": [")
        .append(
            library.licence.contains(" ")
                ? "{\"expression\": " + quoted(library.licence) + "}"
                : "{\"license\": {\"id\": " + quoted(library.licence) + "}}")
        .append("]");
    text.append(",\n     \"purl\": ").append(quoted(library.url));
    library.inside.ifPresent(
        jar ->
            text.append(",\n     \"properties\": [{\"name\": \"kvbench:inside\", \"value\": ")
                .append(quoted(jar))
                .append("}]"));
    return text.append("}").toString();
  }

  private static void field(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(", \"").append(name).append("\": ").append(quoted(value));
    }
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
