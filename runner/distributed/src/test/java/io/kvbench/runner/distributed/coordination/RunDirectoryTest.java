package io.kvbench.runner.distributed.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;

final class RunDirectoryTest {
  /** As of a process that was killed: agents that begin together find them together. */
  @RepeatedTest(5)
  void severalRemoveLeftoversAtTheSameTime() throws Exception {
    List<Path> leftovers = new ArrayList<>();
    for (int number = 0; number < 20; number++) {
      Path parent = Path.of(System.getProperty("java.io.tmpdir"));
      Path left = Files.createTempDirectory(parent, "kvbench-run-" + gone() + "-");
      for (int file = 0; file < 20; file++) {
        Files.createFile(Files.createDirectory(left.resolve("d" + file)).resolve("own.pem"));
      }
      leftovers.add(left);
    }
    Callable<Void> createAndClose =
        () -> {
          RunDirectory.create().close();
          return null;
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<Void> each : threads.invokeAll(Collections.nCopies(4, createAndClose))) {
        each.get();
      }
    }
    RunDirectory.create().close();
    assertThat(leftovers).allSatisfy(left -> assertThat(left).doesNotExist());
  }

  private static long gone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }
}
