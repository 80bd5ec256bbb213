package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.ProcessFigures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of samples against a load of known size, and against separate readings of /proc. */
class SidecarIT {
  private static final Path TARGET = Path.of("target");

  private static LoadProcess load;

  @BeforeAll
  static void start() throws IOException {
    load = LoadProcess.start(TARGET.toAbsolutePath().resolve("load-" + System.nanoTime()));
  }

  @AfterAll
  static void end() {
    load.close();
  }

  @Test
  void seesAKnownLoadInAProcessAndItsChild() throws Exception {
    Sidecar sidecar =
        watching(
            new Target.ByPid("tree", load.shellPid(), false),
            new Target.ByPid("alone", load.shellPid(), true));

    HostSample before = sidecar.sample(0);
    load.does("burn");
    HostSample burnt = sidecar.sample(1);
    load.does("write");
    HostSample written = sidecar.sample(2);
    load.does("switch");
    HostSample switched = sidecar.sample(3);

    assertThat(tree(before).processes()).isEqualTo(2);
    assertThat(grown(before, burnt, ProcessFigures::cpuMillis))
        .isBetween(LoadProgram.BURN_MILLIS * 9 / 10, LoadProgram.BURN_MILLIS * 11 / 10);
    assertThat(hostCpuMillis(burnt) - hostCpuMillis(before))
        .as("the host's, whatever else runs there")
        .isGreaterThanOrEqualTo(LoadProgram.BURN_MILLIS * 9 / 10);
    assertThat(grown(burnt, written, ProcessFigures::writtenBytes))
        .isGreaterThanOrEqualTo(LoadProgram.WRITTEN_BYTES);
    assertThat(grownOfDisks(burnt, written, DiskFigures::sectorsWritten))
        .as("of all disks: %s", written.disks())
        .isGreaterThanOrEqualTo(LoadProgram.WRITTEN_BYTES / 512);
    assertThat(grown(written, switched, ProcessFigures::voluntarySwitches))
        .isGreaterThanOrEqualTo(LoadProgram.SWITCHES);

    ProcessFigures shell = switched.process("alone").orElseThrow();
    assertThat(shell.processes()).isEqualTo(1);
    assertThat(shell.cpuMillis().orElseThrow()).isLessThan(LoadProgram.BURN_MILLIS / 10);
    assertThat(shell.program()).isEqualTo("sh");
  }

  @Test
  void seesWhatIsReadFromADisk() throws Exception {
    Sidecar sidecar = watching(new Target.ByPid("tree", load.shellPid(), false));

    HostSample before = sidecar.sample(0);
    load.does("read");
    HostSample after = sidecar.sample(1);

    assertThat(grown(before, after, ProcessFigures::readBytes))
        .isGreaterThanOrEqualTo(LoadProgram.READ_BYTES);
    assertThat(grownOfDisks(before, after, DiskFigures::sectorsRead))
        .as("of all disks: %s", after.disks())
        .isGreaterThanOrEqualTo(LoadProgram.READ_BYTES / 512);
    assertThat(grownOfDisks(before, after, DiskFigures::reads)).isPositive();
    // Linux 5.5 and later have flushes; then they have both figures.
    assertThat(after.disks())
        .allSatisfy(
            disk ->
                assertThat(disk.flushes().isPresent()).isEqualTo(disk.flushMillis().isPresent()));
  }

  @Test
  void agreesWithProc() throws Exception {
    Path proc = Path.of("/proc/" + load.pid());
    Sidecar sidecar = watching(new Target.ByPort("tree", load.port()));
    load.does("switch");

    long cpuBefore = cpuTicks(proc);
    long switchesBefore = switches(proc);
    HostSample sample = sidecar.sample(0);
    ProcessFigures seen = tree(sample);

    assertThat(seen.pid()).isEqualTo(load.pid());
    assertThat(seen.parentPid()).hasValue(load.shellPid());
    assertThat(seen.program()).isEqualTo("java");
    assertThat(seen.cpuMillis().orElseThrow()).isBetween(10 * cpuBefore, 10 * cpuTicks(proc));
    assertThat(seen.voluntarySwitches().orElseThrow() + seen.involuntarySwitches().orElseThrow())
        .isBetween(switchesBefore, switches(proc))
        .isNotEqualTo(seen.threads().orElseThrow());
    assertThat(seen.threads().orElseThrow())
        .isEqualTo(labelled(proc.resolve("status"), "Threads:"));
    assertThat(seen.openFiles().orElseThrow()).isEqualTo(count(proc.resolve("fd")));
    assertThat(seen.writtenBytes().orElseThrow())
        .isEqualTo(labelled(proc.resolve("io"), "write_bytes:"));
    assertThat(seen.readBytes().orElseThrow())
        .isEqualTo(labelled(proc.resolve("io"), "read_bytes:"));
    assertThat((double) seen.residentBytes().orElseThrow())
        .isBetween(
            labelled(proc.resolve("status"), "VmRSS:") * 1024 * 0.9,
            labelled(proc.resolve("status"), "VmRSS:") * 1024 * 1.1);
    assertThat(seen.virtualBytes().orElseThrow())
        .isEqualTo(labelled(proc.resolve("status"), "VmSize:") * 1024);
    assertThat(sample.memory().totalBytes().orElseThrow())
        .isEqualTo(labelled(Path.of("/proc/meminfo"), "MemTotal:") * 1024);
    assertThat(sample.cpu().stealMillis()).isPresent();
    assertThat(sample.load().oneMinute().orElseThrow()).isPositive();
    assertThat(sample.sidecarCpuNanos()).isPositive();
  }

  @Test
  void countsThreadsThatRestAndRunAgain() throws Exception {
    Path proc = Path.of("/proc/" + load.pid());
    Sidecar sidecar = watching(new Target.ByPid("tree", load.pid(), false));
    for (int look = 0; look < 3; look++) {
      load.does("switch");
      sidecar.sample(2L * look);
      long before = switches(proc);
      ProcessFigures seen = tree(sidecar.sample(2L * look + 1));
      assertThat(seen.voluntarySwitches().orElseThrow() + seen.involuntarySwitches().orElseThrow())
          .as("look %s", look)
          .isBetween(before, switches(proc));
    }
  }

  @Test
  void findsAJvmByItsMainClassAndNotByItsArguments() throws Exception {
    Sidecar sidecar = watching(new Target.ByProgram("tree", "LoadProgram"));

    assertThat(tree(sidecar.sample(0)).pid()).isEqualTo(load.pid());
    String argument = load.file().getFileName().toString();
    assertThatThrownBy(() -> watching(new Target.ByProgram("tree", argument)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("there is no process of the program " + argument);
  }

  @Test
  void countsWhatGoesOverALoopbackInterface() throws Exception {
    Sidecar sidecar = watching();
    InterfaceFigures before = loopback(sidecar.sample(0));
    byte[] block = new byte[10 << 20];
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket out = new Socket(listening.getInetAddress(), listening.getLocalPort());
        Socket in = listening.accept()) {
      Thread writing = Thread.ofVirtual().start(() -> write(out, block));
      assertThat(in.getInputStream().readNBytes(block.length)).hasSize(block.length);
      writing.join();
    }
    InterfaceFigures after = loopback(sidecar.sample(1));

    assertThat(after.receivedBytes() - before.receivedBytes()).isGreaterThanOrEqualTo(block.length);
    assertThat(after.sentBytes() - before.sentBytes()).isGreaterThanOrEqualTo(block.length);
    assertThat(after.sentPackets()).isGreaterThan(before.sentPackets());
    assertThat(after.receivedPackets()).isGreaterThan(before.receivedPackets());
  }

  @Test
  void hasNothingOfAProcessThatHasEndedUntilToldOfTheNext() throws Exception {
    Sidecar sidecar = watching(new Target.ByPid("tree", load.pid(), false));
    long first = tree(sidecar.sample(0)).incarnation();
    load.end();
    assertThat(sidecar.sample(1).processes()).isEmpty();

    start();
    sidecar.watch("tree", List.of(load.pid()));

    ProcessFigures next = tree(sidecar.sample(2));
    assertThat(next.pid()).isEqualTo(load.pid());
    assertThat(next.incarnation()).isGreaterThan(first);
  }

  @Test
  void findsAJvmByItsMainClassAndSaysWhatIsNotThere() throws Exception {
    assertThat(tree(watching(new Target.ByProgram("tree", "LoadProgram")).sample(0)).pid())
        .isEqualTo(load.pid());
    try (LoadProcess second = LoadProcess.start(TARGET.resolve("unused"))) {
      assertThatThrownBy(() -> watching(new Target.ByProgram("tree", "LoadProgram")))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining(String.valueOf(load.pid()))
          .hasMessageContaining(String.valueOf(second.pid()))
          .hasMessageContaining("--pid");
    }
    assertThatThrownBy(() -> watching(new Target.ByPort("tree", 1)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("process that listens on port 1");
  }

  @Test
  void samplesOnScheduleAndLooksAtDirectories() throws Exception {
    SidecarRequest request =
        new SidecarRequest(List.of(), List.of(TARGET), SidecarRequest.SHORTEST);
    Sidecar sidecar = new Sidecar(request, NanoClock.system());
    List<HostSample> samples = new ArrayList<>();
    sidecar.run(
        sample -> {
          samples.add(sample);
          return samples.size() < 10;
        });

    HostSample first = samples.getFirst();
    HostSample last = samples.getLast();
    double periods = (last.sinceStartNanos() - first.sinceStartNanos()) / 100e6;
    assertThat(periods).isGreaterThan(last.number() - 0.9).isLessThan(last.number() + 1.1);
    assertThat(first.directories().getFirst().usedBytes().orElseThrow()).isPositive();
    assertThat(first.directories().getFirst().freeBytes().orElseThrow()).isPositive();
  }

  private static Sidecar watching(Target... targets) throws TargetException {
    return new Sidecar(
        new SidecarRequest(List.of(targets), List.of(), Duration.ofSeconds(1)), NanoClock.system());
  }

  private static ProcessFigures tree(HostSample sample) {
    return sample.process("tree").orElseThrow();
  }

  private static long grown(
      HostSample before, HostSample after, Function<ProcessFigures, OptionalLong> figure) {
    return figure.apply(tree(after)).orElseThrow() - figure.apply(tree(before)).orElseThrow();
  }

  private static long hostCpuMillis(HostSample sample) {
    return sample.cpu().userMillis().orElseThrow() + sample.cpu().systemMillis().orElseThrow();
  }

  private static long grownOfDisks(
      HostSample before, HostSample after, Function<DiskFigures, OptionalLong> figure) {
    return ofDisks(after, figure) - ofDisks(before, figure);
  }

  private static long ofDisks(HostSample sample, Function<DiskFigures, OptionalLong> figure) {
    return sample.disks().stream().map(figure).mapToLong(OptionalLong::orElseThrow).sum();
  }

  private static InterfaceFigures loopback(HostSample sample) {
    return sample.interfaces().stream()
        .filter(each -> each.name().equals("lo"))
        .findFirst()
        .orElseThrow();
  }

  private static void write(Socket socket, byte[] block) {
    try {
      socket.getOutputStream().write(block);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long cpuTicks(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"));
    String[] fields = stat.substring(stat.indexOf(") ") + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  private static long switches(Path process) throws IOException {
    long sum = 0;
    try (Stream<Path> threads = Files.list(process.resolve("task"))) {
      for (Path thread : threads.toList()) {
        sum += labelled(thread.resolve("status"), "voluntary_ctxt_switches:");
        sum += labelled(thread.resolve("status"), "nonvoluntary_ctxt_switches:");
      }
    }
    return sum;
  }

  private static long labelled(Path file, String label) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(label))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private static long count(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.count();
    }
  }
}
