package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of faults of the host that kvbench and its servers run on: its firewall, disk and clock.
 */
@Tag("matrix")
@Order(Integer.MAX_VALUE)
@Execution(ExecutionMode.CONCURRENT)
final class HostFaultsIT {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir private Path directory;
  @TempDir private Path servers;

  /** The connections are refused and reset for two seconds by rules of the kernel's firewall. */
  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul", "dengine", "zetcd"})
  void aFirewallResetsConnections(String system) throws Exception {
    RealServers.require("iptables");
    RealServers.require("ip");
    Path java =
        script(
            """
            exec %s sh -c 'ip link set lo up
              (until [ -e load ]; do sleep 0.1; done
               iptables -I INPUT -p tcp ! --syn -m length --length 53: -j REJECT --reject-with tcp-reset
               sleep 2; iptables -F INPUT; touch passed) &
              exec "$@"' sh '%s' "$@"
            """
                .formatted(unshare("net"), JAVA));

    RunResult result;
    try (KvbenchProcess kvbench =
        start(java, system, Map.of(), InstalledServers.of(system), "maxexecutiontime=15")) {
      kvbench.awaitErr("run phase");
      Files.createFile(directory.resolve("load"));
      result = FaultRun.completed(kvbench);
    }

    assertThat(directory.resolve("passed")).exists();
    assertThat(FaultRun.errors(result)).as("resets are seen").isNotEmpty();
    assertThat(FaultRun.errors(result)).doesNotContain(ErrorKind.BINDING_FAULT, ErrorKind.OTHER);
    FaultRun.assertStoreAgrees(result);
  }

  /** The servers' files are on a disk in memory in a private mount namespace. */
  @ParameterizedTest
  @CsvSource({"zookeeper,80m", "etcd,150m", "consul,100m", "dengine,40m"})
  void theServersDiskIsFull(String system, String size) throws Exception {
    Path java =
        script(
            """
            exec %s sh -c 'mount -t tmpfs -o size=%s tmpfs "$SERVERS" || exit 99
              exec "$@"' sh '%s' "$@"
            """
                .formatted(unshare("mount"), size, JAVA));

    try (KvbenchProcess kvbench =
        start(
            java,
            system,
            Map.of("SERVERS", servers.toString()),
            InstalledServers.of(system),
            "maxexecutiontime=40",
            "target=2000",
            "readproportion=0",
            "updateproportion=0",
            "insertproportion=1",
            "fieldlength=20000",
            "unavailable.timeout=5s")) {
      int exitCode = kvbench.exitCode();
      assertThat(exitCode)
          .as(() -> kvbench.out() + kvbench.err())
          .isIn(ExitCode.FINE, ExitCode.ENVIRONMENT);
      assertThat(kvbench.err() + kvbench.out()).doesNotContain("\tat ");
      RunResult result = kvbench.result();
      assertThat(result.verdict().validity().name()).isEqualTo("INVALID");
      assertThat(FaultRun.phase(result).okCount()).as("before it was full").isPositive();
      assertThat(FaultRun.phase(result).errorCount()).as("since then").isPositive();
      assertThat(FaultRun.phase(result).errorMessages()).isNotEmpty();
    }
  }

  /** The clock of kvbench and of its servers is put an hour forward, then ten minutes back. */
  @Test
  void theClockIsSet() throws Exception {
    Path offset = Files.write(directory.resolve("offset"), new byte[] {0});
    Map<String, String> environment =
        Map.of("LD_PRELOAD", clock().toString(), "CLOCK_MINUTES", offset.toString());
    RunResult result;
    try (KvbenchProcess kvbench =
        start(JAVA, "zookeeper", environment, "maxexecutiontime=10", "hosts.every=1s")) {
      kvbench.awaitErr("run phase");
      set(offset, 60);
      Thread.sleep(2_000);
      set(offset, -10);
      result = FaultRun.completed(kvbench);
    }

    assertThat(result.verdict().reasons())
        .anySatisfy(
            reason -> {
              assertThat(reason.check()).isEqualTo("clock");
              assertThat(reason.observed()).contains("4,200 s");
            });
    assertThat(FaultRun.phase(result).span().wallNanos())
        .isBetween(9_000_000_000L, 60_000_000_000L);
    assertThat(FaultRun.phase(result).operations().values())
        .allSatisfy(times -> assertThat(times.response().maxMicros()).isBetween(0L, 60_000_000L));
    assertThat(FaultRun.errors(result)).as("sessions do not live by the wall clock").isEmpty();
    FaultRun.assertStoreAgrees(result);
  }

  private static void set(Path offset, int minutes) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(offset.toFile(), "rw")) {
      file.write(minutes);
    }
  }

  /** Compiles what stands between programs and the C library's wall clock. */
  private Path clock() throws Exception {
    Path source =
        Files.writeString(
            directory.resolve("clock.c"),
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <time.h>

            static const volatile signed char *minutes;

            __attribute__((constructor)) static void open_offset(void) {
              int file = open(getenv("CLOCK_MINUTES"), O_RDONLY);
              void *page = mmap(0, 1, PROT_READ, MAP_SHARED, file, 0);
              minutes = page == MAP_FAILED ? 0 : page;
            }

            int clock_gettime(clockid_t id, struct timespec *now) {
              static int (*real)(clockid_t, struct timespec *);
              if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
              int code = real(id, now);
              if (code == 0 && id == CLOCK_REALTIME && minutes) now->tv_sec += 60 * *minutes;
              return code;
            }
            """);
    Path library = directory.resolve("clock.so");
    Process compiler =
        new ProcessBuilder(
                RealServers.require("cc").toString(),
                "-shared",
                "-fPIC",
                "-o",
                library.toString(),
                source.toString(),
                "-ldl")
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    return library;
  }

  private Path script(String body) throws Exception {
    Path file = Files.writeString(directory.resolve("java"), "#!/bin/sh\n" + body);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  /** Returns the command that runs a program with private mounts or a private network. */
  private static String unshare(String namespace) throws Exception {
    for (String command :
        List.of("unshare --" + namespace, "unshare --map-root-user --" + namespace)) {
      Process tried =
          new ProcessBuilder("sh", "-c", command + " true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (tried.waitFor(1, TimeUnit.MINUTES) && tried.exitValue() == 0) {
        return command;
      }
    }
    throw RealServers.missing(
        "unshare gives no " + namespace + " namespace",
        "Run the tests as root, or allow user namespaces.");
  }

  private KvbenchProcess start(
      Path java, String system, Map<String, String> environment, String... settings)
      throws IOException {
    return KvbenchProcess.start(
        java, directory, environment, FaultRun.arguments(system, servers, settings));
  }
}
