package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JavaSearchTest {
  @TempDir Path temporary;
  private Path root;
  private Path home;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void makeTree() throws IOException {
    root = Files.createDirectory(temporary.resolve("root"));
    home = Files.createDirectories(root.resolve("home/some one"));
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, usr/lib/jvm/temurin-25-jdk-amd64",
    "Linux, usr/lib64/jvm/java-25",
    "Linux, usr/java/latest",
    "Linux, opt/java/openjdk",
    "Linux, opt/java",
    "Linux, opt/openjdk-25",
    "Linux, opt/jdk-25",
    "Linux, usr/local/openjdk-25",
    "Linux, home/linuxbrew/.linuxbrew/opt/openjdk@25/libexec",
    "Linux, home/some one/.sdkman/candidates/java/25-tem",
    "Linux, home/some one/.jdks/temurin-25",
    "Linux, home/some one/.local/share/mise/installs/java/25",
    "Linux, home/some one/.asdf/installs/java/temurin-25",
    "Mac OS X, Library/Java/JavaVirtualMachines/temurin-25.jdk/Contents/Home",
    "Mac OS X, home/some one/Library/Java/JavaVirtualMachines/x.jdk/Contents/Home",
    "Mac OS X, opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home",
    "Mac OS X, usr/local/opt/openjdk/libexec/openjdk.jdk/Contents/Home",
    "Mac OS X, home/some one/.jdks/temurin-25",
    "Windows 11, Program Files/Java/jdk-25",
    "Windows 11, Program Files/Eclipse Adoptium/jdk-25.0.1.9-hotspot",
    "Windows 11, Program Files/Microsoft/jdk-25",
    "Windows 11, Program Files/Zulu/zulu-25",
    "Windows 11, local/Programs/Eclipse Adoptium/jdk-25",
    "Windows 11, home/some one/scoop/apps/temurin25-jdk/current"
  })
  void looksInTheUsualPlaces(String system, String place) throws IOException {
    environment.put("ProgramFiles", root.resolve("Program Files").toString());
    environment.put("LOCALAPPDATA", root.resolve("local").toString());
    Path java = FakeJava.install(root.resolve(place), "25.0.1");
    assertThat(search(system).candidates()).extracting(JavaHome::directory).containsExactly(java);
  }

  @Test
  void prefersTheNewestAndLeavesOutTheOld() throws IOException {
    install("usr/lib/jvm/a", "21.0.9");
    install("usr/lib/jvm/b", "1.8.0_392");
    install("opt/jdk-x", "25.0.1+9");
    install("usr/lib/jvm/c", "25-ea");
    install("usr/lib/jvm/d", "17.0.15");
    assertThat(versions(search("Linux").candidates()))
        .containsExactly("25.0.1+9", "25-ea", "21.0.9");
    assertThat(versions(search("Linux").installed()))
        .containsExactly("21.0.9", "1.8.0_392", "25-ea", "17.0.15", "25.0.1+9");
  }

  @Test
  void prefersJavaHomeWhenItIsNewEnough() throws IOException {
    install("usr/lib/jvm/newest", "25");
    environment.put("JAVA_HOME", install("mine", "21").toString());
    assertThat(versions(search("Linux").candidates())).containsExactly("21", "25");
    environment.put("JAVA_HOME", install("old", "17").toString());
    assertThat(versions(search("Linux").candidates())).containsExactly("25");
  }

  @Test
  void countsAnInstallationOnceWhateverLinksLeadToIt() throws IOException {
    Path java = install("usr/lib/jvm/java-25-openjdk", "25");
    Files.createSymbolicLink(root.resolve("usr/lib/jvm/default"), java);
    environment.put("JAVA_HOME", root.resolve("usr/lib/jvm/default").toString());
    assertThat(versions(search("Linux").candidates())).containsExactly("25");
  }

  @Test
  void followsTheLinksOfThePath() throws IOException {
    Path java = install("elsewhere/jdk", "25");
    Path bin = Files.createDirectories(root.resolve("usr/bin"));
    Files.createSymbolicLink(bin.resolve("java"), java.resolve("bin/java"));
    environment.put("PATH", root.resolve("nothing") + File.pathSeparator + bin);
    assertThat(versions(search("Linux").candidates())).containsExactly("25");
  }

  @Test
  void passesOverWhatIsNoJava() throws IOException {
    Files.createDirectories(root.resolve("usr/lib/jvm/openjdk-17/src"));
    Files.writeString(root.resolve("usr/lib/jvm/.info"), "text");
    FakeJava.installSilent(root.resolve("usr/lib/jvm/silent"));
    environment.put("JAVA_HOME", "\0");
    environment.put("PATH", File.pathSeparator);
    assertThat(search("Linux").installed()).isEmpty();
  }

  @Test
  void reportsTheChosenOneAsItIs() throws IOException {
    assertThat(search("Linux").chosen()).isEmpty();
    environment.put("KVBENCH_JAVA_HOME", install("mine", "17").toString());
    assertThat(search("Linux").chosen()).get().hasToString("17 in " + root.resolve("mine"));
    environment.put("KVBENCH_JAVA_HOME", root.resolve("absent").toString());
    assertThat(search("Linux").chosen()).isEmpty();
  }

  private Path install(String place, String version) throws IOException {
    return FakeJava.install(root.resolve(place), version);
  }

  private JavaSearch search(String system) {
    return new JavaSearch(new Machine(system, root, home, environment));
  }

  private static List<String> versions(List<JavaHome> homes) {
    return homes.stream().map(home -> home.version().orElseThrow().toString()).toList();
  }
}
