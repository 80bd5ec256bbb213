package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes of kvbench.jar as an archive for the processes that tests start, which saves each a
 * quarter of its processor time. The launcher's own cache, which {@link ClassCacheIT} tests, is for
 * a JVM without options.
 */
public final class SharedClasses {
  /** The Java that runs tests, which has made the archive. */
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private static final Path ARCHIVE = made();

  private SharedClasses() {}

  /** Returns options for this Java and the processes that kvbench starts; none for another one. */
  public static List<String> of(String java) {
    List<String> options = List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-Xlog:cds=off");
    List<String> all = new ArrayList<>(options);
    all.add("-Dkvbench.launcher.cache=" + String.join("\n", options));
    return Path.of(java).equals(JAVA) ? all : List.of();
  }

  private static Path made() {
    try {
      Path archive = Files.createTempFile("kvbench-classes", ".jsa");
      Files.delete(archive);
      archive.toFile().deleteOnExit();
      Process training =
          new ProcessBuilder(
                  JAVA.toString(),
                  KvbenchProcess.QUICK,
                  "-XX:ArchiveClassesAtExit=" + archive,
                  "-Xlog:cds=off",
                  "-cp",
                  KvbenchProcess.jar().toString(),
                  ClassTraining.class.getName())
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.INHERIT)
              .start();
      training.getOutputStream().close();
      assertThat(training.waitFor()).as("exit code of the training").isZero();
      return archive;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
