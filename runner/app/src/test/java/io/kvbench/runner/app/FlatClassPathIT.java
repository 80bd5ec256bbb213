package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.RunningServers;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of all client libraries in one JVM, from the distributed jar: one Netty, one gRPC, merged
 * service files. Each is driven at the same time as the others, without TLS and with it.
 */
@Timeout(600)
class FlatClassPathIT {
  @TempDir private Path directory;

  @Test
  void allClientLibrariesWorkInOneJvm() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair server = certificates.valid("server");
    Certificates.Pair client = certificates.valid("client");
    List<RunningServers> running = new ArrayList<>();
    try {
      List<String> lines = new ArrayList<>();
      for (StoreServers store : StoreServers.inTheJar()) {
        Path place = Files.createDirectory(directory.resolve(store.system()));
        RunningServers plain = store.plain(place);
        running.add(plain);
        lines.add(line(store.system(), plain, List.of()));
        if (!store.hasTls()) {
          continue;
        }
        Path secured = Files.createDirectory(directory.resolve(store.system() + "-tls"));
        RunningServers tls = store.secure(secured, server, certificates);
        running.add(tls);
        lines.add(line(store.system(), tls, store.tlsSettings(client, certificates)));
      }
      assertAllAreDriven(lines);
    } finally {
      running.forEach(RunningServers::close);
    }
  }

  private static String line(String system, RunningServers servers, List<String> settings) {
    return String.join(
        "\t",
        Stream.concat(Stream.of(system, String.join(",", servers.endpoints())), settings.stream())
            .toList());
  }

  /** Starts {@link FlatClassPathProgram} with the jar and nothing else but the program itself. */
  private void assertAllAreDriven(List<String> lines) throws IOException, InterruptedException {
    Path todo = Files.write(directory.resolve("systems"), lines);
    Path jar = Path.of(System.getProperty("kvbench.jar")).normalize();
    assertThat(jar).as("built in the package phase").exists();
    Path program = Files.createDirectory(directory.resolve("program"));
    copyClass(program);
    Path said = directory.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                KvbenchProcess.QUICK,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jar + File.pathSeparator + program,
                FlatClassPathProgram.class.getName(),
                todo.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(() -> read(said)).isTrue();
      assertThat(process.exitValue()).as(() -> read(said)).isZero();
      assertThat(Files.readAllLines(said))
          .filteredOn(line -> line.startsWith(FlatClassPathProgram.DONE))
          .as(() -> read(said))
          .hasSameSizeAs(lines);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Only the program's own classes: the other tests' libraries must not help it. */
  private static void copyClass(Path target) throws IOException {
    Path classes = Path.of("target", "test-classes");
    Path own = Path.of("io", "kvbench", "runner", "app");
    Files.createDirectories(target.resolve(own));
    try (Stream<Path> files = Files.list(classes.resolve(own))) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        if (name.startsWith(FlatClassPathProgram.class.getSimpleName())) {
          Files.copy(file, target.resolve(own).resolve(name));
        }
      }
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
