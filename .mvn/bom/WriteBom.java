import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Writes {@code bom/pom.xml}, or checks that it is up to date: the parent's versions of the modules that other projects
 * may use, of the libraries that those declare with their families, and of what no module declares: libraries bring it,
 * in a version that the parent chooses. Exclusions are left out, since a BOM's would also apply to what a
 * project depends on itself. Run in the root of the checkout.
 */
final class WriteBom {
  private static final Path BOM = Path.of("bom/pom.xml");
  /** For tests that projects write: they have an AssertJ and a JUnit already. */
  private static final Set<String> OWN_CHOICE = Set.of("org.assertj:assertj-core", "org.junit:junit-bom");

  /** A dependency's coordinates; the version as written, such as {@code ${jackson.version}}. */
  private record Dependency(String group, String artifact, Optional<String> version, boolean imported, String scope) {
    String key() {
      return group + ":" + artifact;
    }
  }

  public static void main(String[] arguments) throws Exception {
    String text = bom(project(Path.of("pom.xml")));
    if (Files.exists(BOM) && Files.readString(BOM).equals(text)) {
      return;
    }
    if (!arguments[0].equals("write")) {
      System.err.println(BOM + " is out of date. Write it with: mvn -N process-sources -Dformat=write");
      System.exit(1);
    }
    Files.writeString(BOM, text);
  }

  private static String bom(Element parent) throws Exception {
    Map<String, Dependency> used = new LinkedHashMap<>();
    Set<String> declared = new HashSet<>();
    for (Element module : children(child(parent, "modules").orElseThrow())) {
      Path pom = Path.of(module.getTextContent(), "pom.xml");
      if (!pom.equals(BOM)) {
        addPublished(project(pom), used);
        dependencies(project(pom)).map(Dependency::key).forEach(declared::add);
      }
    }
    List<Dependency> managed = managed(parent);
    Set<Optional<String>> lines = new HashSet<>();
    managed.stream()
        .filter(each -> used.containsKey(each.key()) && !each.group().equals("io.kvbench"))
        .forEach(each -> lines.add(each.version()));
    StringBuilder entries = new StringBuilder();
    managed.stream()
        .filter(each -> !OWN_CHOICE.contains(each.key()))
        .filter(
            each ->
                each.imported()
                    ? used.values().stream().anyMatch(one -> isOfLine(one, each))
                    : used.containsKey(each.key())
                        || lines.contains(each.version())
                        || !declared.contains(each.key()))
        .forEach(each -> entries.append(entry(each, child(parent, "properties").orElseThrow())));
    return HEADER.formatted(entries);
  }

  /** Adds a module that is installed, and what it declares other than for its tests. */
  private static void addPublished(Element module, Map<String, Dependency> used) {
    boolean skipped =
        child(module, "properties").flatMap(properties -> child(properties, "maven.install.skip")).isPresent();
    if (skipped) {
      return;
    }
    Dependency self =
        new Dependency("io.kvbench", text(module, "artifactId").orElseThrow(), Optional.empty(), false, "compile");
    used.put(self.key(), self);
    dependencies(module)
        .filter(each -> each.scope().equals("compile") || each.scope().equals("runtime"))
        .forEach(each -> used.putIfAbsent(each.key(), each));
  }

  private static Stream<Dependency> dependencies(Element module) {
    return child(module, "dependencies").stream()
        .flatMap(list -> children(list).stream())
        .map(WriteBom::dependency);
  }

  /** Whether an imported BOM has the version of a dependency: the groups of Jackson's artifacts extend the BOM's. */
  private static boolean isOfLine(Dependency each, Dependency imported) {
    return each.group().equals(imported.group()) || each.group().startsWith(imported.group() + ".");
  }

  private static List<Dependency> managed(Element parent) {
    Element management = child(parent, "dependencyManagement").orElseThrow();
    return children(child(management, "dependencies").orElseThrow()).stream().map(WriteBom::dependency).toList();
  }

  private static String entry(Dependency each, Element properties) {
    String version = each.version().orElseThrow();
    String name = version.replaceAll("[${}]", "");
    return """
                 <dependency>
                   <groupId>%s</groupId>
                   <artifactId>%s</artifactId>
                   <version>%s</version>
           %s      </dependency>
           """
        .formatted(
            each.group(),
            each.artifact(),
            text(properties, name).orElse(version),
            each.imported() ? "        <type>pom</type>\n        <scope>import</scope>\n" : "");
  }

  private static Dependency dependency(Element each) {
    return new Dependency(
        text(each, "groupId").orElseThrow(),
        text(each, "artifactId").orElseThrow(),
        text(each, "version"),
        text(each, "scope").equals(Optional.of("import")),
        text(each, "scope").orElse("compile"));
  }

  private static Element project(Path pom) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File(pom.toString())).getDocumentElement();
  }

  private static Optional<String> text(Element element, String name) {
    return child(element, name).map(Node::getTextContent);
  }

  private static Optional<Element> child(Element element, String name) {
    return children(element).stream().filter(each -> each.getTagName().equals(name)).findFirst();
  }

  private static List<Element> children(Element element) {
    List<Element> children = new ArrayList<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(child);
      }
    }
    return children;
  }

  private static final String HEADER =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- Generated by .mvn/bom/WriteBom.java from the parent's versions: mvn -N process-sources -Dformat=write -->
      <project xmlns="http://maven.apache.org/POM/4.0.0"
               xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
               xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>io.kvbench</groupId>
          <artifactId>kvbench-parent</artifactId>
          <version>${revision}</version>
        </parent>

        <artifactId>kvbench-bom</artifactId>
        <packaging>pom</packaging>
        <name>kvbench-bom</name>
        <description>Versions of kvbench's artifacts, and of the libraries that they bring.</description>

        <dependencyManagement>
          <dependencies>
      %s    </dependencies>
        </dependencyManagement>

        <build>
          <plugins>
            <!-- Published without the parent, whose exclusions are not for others. -->
            <plugin>
              <groupId>org.codehaus.mojo</groupId>
              <artifactId>flatten-maven-plugin</artifactId>
              <configuration>
                <flattenMode>ossrh</flattenMode>
                <pomElements>
                  <dependencyManagement>interpolate</dependencyManagement>
                  <dependencies>remove</dependencies>
                </pomElements>
              </configuration>
            </plugin>
          </plugins>
        </build>
      </project>
      """;
}
