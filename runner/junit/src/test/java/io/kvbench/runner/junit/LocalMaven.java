package io.kvbench.runner.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The Maven of this build on the Java of this test, with a local repository that contains only what
 * is installed here. Everything else comes from the repository of this build.
 */
final class LocalMaven {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  static final String VERSION = System.getProperty("kvbench.version", "");

  private final Path directory;

  LocalMaven(Path directory) {
    this.directory = directory;
  }

  Path repository() {
    return directory.resolve("repository");
  }

  /** Installs the pom of a module like {@code mvn install}. */
  void install(String artifact, String module) throws IOException {
    Path place = place(artifact);
    Files.createDirectories(place);
    Files.copy(
        ROOT.resolve(module).resolve("target/.flattened-pom.xml"),
        place.resolve(artifact + "-" + VERSION + ".pom"));
  }

  /** Installs its jar, too. */
  void installJar(String artifact, String module) throws IOException {
    String jar = artifact + "-" + VERSION + ".jar";
    Files.copy(ROOT.resolve(module).resolve("target").resolve(jar), place(artifact).resolve(jar));
  }

  private Path place(String artifact) {
    return repository().resolve("io/kvbench").resolve(artifact).resolve(VERSION);
  }

  /** Runs Maven in a project, and returns the output. */
  List<String> run(Path project, String... arguments) throws Exception {
    Path settings = Files.writeString(directory.resolve("settings.xml"), settings());
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("maven.home", "")).resolve("bin/mvn").toString(),
            "-B",
            "--no-transfer-progress",
            "-s",
            settings.toString(),
            "-Dmaven.repo.local=" + repository());
    command.command().addAll(List.of(arguments));
    command.directory(project.toFile());
    command.environment().put("JAVA_HOME", System.getProperty("java.home"));
    command.environment().remove("MAVEN_OPTS");
    return Program.output(command);
  }

  private static String settings() {
    String cache =
        """
        <id>cache</id>
        <url>%s</url>
        <releases><checksumPolicy>ignore</checksumPolicy></releases>
        <snapshots><enabled>false</enabled></snapshots>
        """
            .formatted(Path.of(System.getProperty("maven.repository", "")).toUri());
    return """
    <settings>
      <profiles><profile>
        <id>cache</id>
        <repositories><repository>%s</repository></repositories>
        <pluginRepositories><pluginRepository>%s</pluginRepository></pluginRepositories>
      </profile></profiles>
      <activeProfiles><activeProfile>cache</activeProfile></activeProfiles>
    </settings>
    """
        .formatted(cache, cache);
  }
}
