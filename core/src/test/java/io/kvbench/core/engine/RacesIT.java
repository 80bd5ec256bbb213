package io.kvbench.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Brief runs of all races, each in a JVM of its own. */
@Tag("matrix")
@Timeout(300)
final class RacesIT {
  private static final Path RESULTS = Path.of("target", "jcstress").toAbsolutePath();

  /**
   * A third of a second for each, all compiled in one mode: going through the other modes, and
   * through all placements of threads on processors, would take minutes.
   */
  private static final String BRIEF = "-f 1 -fsm 1 -iters 1 -time 300 -sc false -af NONE";

  @Test
  void noRaceEndsInAForbiddenWay() throws Exception {
    if (Runtime.getRuntime().availableProcessors() == 1) {
      System.err.println("RACES NOT RUN: a race takes two processors, and this machine has one.");
      assertThat(System.getenv("CI")).as("on a build server the races have to run").isNull();
      assumeTrue(false, "a race takes two processors");
    }
    Path output = Files.createDirectories(RESULTS).resolve("output.txt");

    Process jcstress = start(output);
    try {
      jcstress.waitFor();
    } finally {
      jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
      jcstress.destroyForcibly();
    }

    String told = Files.readString(output);
    long races = races();
    assertThat(races).isPositive();
    assertThat(jcstress.exitValue()).as(verdict(told)).isZero();
    assertThat(told)
        .as("all %d races have run", races)
        .contains(races + " planned; " + races + " passed, 0 failed, 0 soft errs, 0 hard errs");
  }

  private static Process start(Path output) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-r",
                RESULTS.toString(),
                "-jvmArgs",
                "-Xmx512m"));
    command.addAll(List.of(BRIEF.split(" ")));
    return new ProcessBuilder(command)
        .directory(RESULTS.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Returns how many races the annotation processor has found. */
  private static long races() throws Exception {
    try (InputStream list = RacesIT.class.getResourceAsStream("/META-INF/TestList")) {
      return new String(list.readAllBytes(), UTF_8).lines().filter(line -> !line.isBlank()).count();
    }
  }

  /** Returns the tables of the races that failed, without the progress before them. */
  private static String verdict(String told) {
    int from = told.indexOf("RUN RESULTS:");
    return told.substring(Math.max(from, 0));
  }
}
