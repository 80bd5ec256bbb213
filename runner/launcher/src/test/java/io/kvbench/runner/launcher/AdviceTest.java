package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdviceTest {
  @TempDir Path root;
  private final Map<String, String> environment = new HashMap<>();

  @Test
  void saysWhatRunsWhatIsNeededWhereItLookedAndWhatToInstall() throws IOException {
    Path old = FakeJava.install(root.resolve("usr/lib/jvm/java-17"), "17.0.15");
    environment.put("JAVA_HOME", old.toString());
    assertThat(advice("Linux").nothingFound("/usr/lib/jvm/java-11"))
        .startsWith("kvbench needs Java 21 or newer. This is Java 11.0.2 in /usr/lib/jvm/java-11,")
        .contains("KVBENCH_JAVA_HOME (not set)", "JAVA_HOME=" + old, root + "/usr/lib/jvm/*")
        .contains("Found, but too old: 17.0.15 in " + old)
        .contains("apt install openjdk-21", "dnf install", "https://adoptium.net")
        .contains("KVBENCH_JAVA_HOME=<directory")
        .doesNotContain("brew install", "winget");
  }

  @Test
  void namesTheInstallerOfTheSystem() {
    assertThat(advice("Mac OS X").nothingFound("x"))
        .contains("brew install openjdk", "Found none.")
        .doesNotContain("apt");
    assertThat(advice("Windows 11").nothingFound("x"))
        .contains("winget install")
        .doesNotContain("apt");
  }

  @Test
  void saysWhatIsWrongWithTheChoice() throws IOException {
    Path old = FakeJava.install(root.resolve("old"), "17.0.15");
    environment.put("KVBENCH_JAVA_HOME", old.toString());
    assertThat(advice("Linux").badChoice(JavaHome.at(old)))
        .contains("KVBENCH_JAVA_HOME=" + old + " is Java 17.0.15 in " + old + ".");
    assertThat(advice("Linux").badChoice(Optional.empty()))
        .contains("KVBENCH_JAVA_HOME=" + old + " has no executable bin/java");
  }

  @Test
  void namesTheJavaThatPromisedTooMuch() {
    assertThat(advice("Linux").notWhatItSaid("/opt/jdk"))
        .contains("The one in /opt/jdk was expected to be newer, but is Java 11.0.2.");
  }

  private Advice advice(String system) {
    Machine machine = new Machine(system, root, root.resolve("home"), environment);
    return new Advice(machine, new JavaSearch(machine), "11.0.2");
  }
}
