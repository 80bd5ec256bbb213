package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the locations of class caches, with a stand-in for the Java that creates them. */
final class ClassCacheTest {
  /** Creates files that anyone can write to. */
  private static final String JAVA =
      """
      #!/bin/sh
      umask 0
      for argument in "$@"; do
        case $argument in -XX:ArchiveClassesAtExit=*) echo made >"${argument#*=}" ;; esac
      done
      """;

  @TempDir Path temporary;
  private Path root = Path.of("/");
  private Path beside;
  private Path users;
  private Path jar;
  private JavaHome java;

  @BeforeEach
  void install() throws IOException {
    Path real = temporary.toRealPath();
    Path home = FakeJava.install(real.resolve("java"), "21.0.1");
    Files.writeString(home.resolve("bin/java"), JAVA);
    java = JavaHome.at(home).orElseThrow();
    beside = Files.createDirectory(real.resolve("beside"));
    users = real.resolve("caches/kvbench");
    jar = Files.createFile(beside.resolve("kvbench.jar"));
    mode(beside, "rwxr-xr-x");
  }

  @Test
  void isBesideTheJarAndNobodyElsesToWrite() throws IOException {
    Path made = made();

    assertThat(made.getParent()).isEqualTo(beside);
    assertThat(made).hasContent("made");
    assertThat(files(beside)).allMatch(name -> name.matches("kvbench(-.*-lock|.*cache|.jar)"));
    assertThat(modes(beside)).containsExactlyInAnyOrder("rw-------", "rw-------", mode(jar));
    assertThat(read()).contains(made);
  }

  @Test
  void aFileInADirectoryThatOthersCanWriteToIsNotRead() throws IOException {
    Path planted = made();
    Files.setAttribute(beside, "unix:mode", 0041777);

    assertThat(read()).isEmpty();
    Path made = made();
    assertThat(made.getParent()).isEqualTo(users);
    assertThat(mode(users)).isEqualTo("rwx------");
    assertThat(read()).contains(made);
    assertThat(planted).exists();
  }

  @Test
  void nothingIsWrittenIntoAnInstalledPackage() throws IOException {
    root = Files.createDirectory(temporary.toRealPath().resolve("root"));
    Path installed = Files.createDirectories(root.resolve("usr/share/kvbench/lib"));
    jar = Files.createFile(installed.resolve("kvbench.jar"));
    mode(installed, "rwxr-xr-x");

    assertThat(made().getParent()).isEqualTo(users);
    assertThat(files(installed)).containsExactly("kvbench.jar");
  }

  @Test
  void noFileIsReadOrMadeWhereNoDirectoryIsTheUsersAlone() throws IOException {
    Files.createDirectories(users);
    mode(beside, "rwxrwxrwx");
    mode(users, "rwxrwxrwx");

    assertThat(options(true)).isEmpty();
    assertThat(files(users)).isEmpty();
    assertThat(files(beside)).containsExactly("kvbench.jar");
  }

  @Test
  void aFileThatOthersCanWriteToAndALinkAreReplaced() throws IOException {
    Path planted = made();
    Files.writeString(planted, "planted");
    mode(planted, "rw-rw-rw-");

    assertThat(read()).isEmpty();
    assertThat(made()).hasContent("made");

    Path elsewhere = Files.move(planted, temporary.resolve("elsewhere"));
    Files.writeString(elsewhere, "elsewhere");
    Files.createSymbolicLink(planted, elsewhere);

    assertThat(read()).isEmpty();
    assertThat(made()).hasContent("made");
    assertThat(elsewhere).hasContent("elsewhere");
    assertThat(Files.isSymbolicLink(planted)).isFalse();
  }

  @Test
  void linksForTheLockAndForWhatIsNotCompleteAreNotFollowed() throws IOException {
    Path cache = made();
    String prefix = cache.getFileName().toString().replaceFirst("[^-]*\\.cache$", "");
    Path lock = beside.resolve(prefix + "lock");
    Path victim = Files.writeString(temporary.resolve("victim"), "mine");
    String modeBefore = mode(victim);
    Files.delete(cache);
    Files.createSymbolicLink(beside.resolve(prefix + "part"), victim);

    assertThat(made()).isEqualTo(cache);
    assertThat(beside.resolve(prefix + "part")).doesNotExist();

    Files.delete(cache);
    Files.delete(lock);
    Files.createSymbolicLink(lock, victim);

    assertThat(made()).isEqualTo(cache);
    assertThat(Files.isSymbolicLink(lock)).isFalse();
    assertThat(victim).hasContent("mine");
    assertThat(mode(victim)).isEqualTo(modeBefore);
  }

  private List<String> options(boolean isToBeMade) {
    Map<String, String> environment = new HashMap<>();
    environment.put("XDG_CACHE_HOME", users.getParent().toString());
    Machine machine = new Machine("Linux", root, temporary, environment);
    return ClassCache.of(machine, java, jar.toString()).orElseThrow().options(isToBeMade);
  }

  private Path made() {
    return file(options(true)).findFirst().orElseThrow();
  }

  private List<Path> read() {
    return file(options(false)).toList();
  }

  private static Stream<Path> file(List<String> options) {
    return options.stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .map(option -> Path.of(option.substring(option.indexOf('=') + 1)));
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }

  private static List<String> modes(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(ClassCacheTest::mode).toList();
    }
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}
