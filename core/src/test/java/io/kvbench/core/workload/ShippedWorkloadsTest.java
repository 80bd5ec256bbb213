package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.UnusedYcsbSettings;
import io.kvbench.core.workload.setting.WorkloadFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the project's workload files, and of YCSB's files on which they are modelled. */
class ShippedWorkloadsTest {
  private static final Path SHIPPED = Path.of("../workloads");
  private static final Path STOCK = Path.of("src/test/resources/ycsb");

  static Stream<Path> files() throws IOException {
    List<Path> files;
    try (Stream<Path> shipped = Files.list(SHIPPED);
        Stream<Path> stock = Files.list(STOCK)) {
      files = Stream.concat(shipped, stock).filter(Files::isRegularFile).sorted().toList();
    }
    return files.stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void hasNoProblems(Path file) {
    Problems problems = new Problems();
    assertThat(Workload.from(settings(file, problems), 1000, problems)).isPresent();
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void thereAreAllOfThem() throws IOException {
    try (Stream<Path> shipped = Files.list(SHIPPED)) {
      assertThat(shipped.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "write1m",
              "write1m-1000clients",
              "write1m-1000ops",
              "write1m-clientsteps",
              "write1m-etcd",
              "write1m-zookeeper",
              "write1m-consul",
              "write3m",
              "write-ramp",
              "write100k-1client",
              "read3m-samekey",
              "workloada",
              "workloadb",
              "workloadc",
              "workloadd",
              "workloade",
              "workloadf",
              "compareandset",
              "transactions",
              "transactions-mixed",
              "stm",
              "counter",
              "ranges",
              "one-shot-reads",
              "locks",
              "elections",
              "lease-keepalive",
              "lease-expiry",
              "watch-delivery",
              "watch-fanout",
              "watch-replay",
              "membership",
              "watches",
              "smoke");
    }
  }

  @ParameterizedTest
  @CsvSource({"workloada", "workloadb", "workloadc", "workloadd", "workloade", "workloadf"})
  void oursMeanWhatYcsbsMean(String name) {
    Settings ours = settings(SHIPPED.resolve(name), new Problems());
    Settings stock = settings(STOCK.resolve(name), new Problems());
    for (Setting<?> setting : Workload.settings()) {
      assertThat(ours.find(setting)).as(setting.name()).isEqualTo(stock.find(setting));
    }
    assertThat(UnusedYcsbSettings.notes(ours)).isEmpty();
    assertThat(UnusedYcsbSettings.notes(stock)).as("readallfields=true is what it does").isEmpty();
  }

  @Test
  void theMixesArePublishedOnes() {
    assertThat(workload("workloada").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.UPDATE);
    assertThat(workload("workloadd").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.INSERT);
    assertThat(workload("workloade").operationTypes())
        .containsExactlyInAnyOrder(OperationType.SCAN, OperationType.INSERT);
    assertThat(workload("workloadf").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.READ_MODIFY_WRITE);
    assertThat(workload("compareandset").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.READ_COMPARE_AND_SET);
    assertThat(workload("transactions").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.TRANSACTION);
    assertThat(workload("transactions-mixed").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ_TRANSACTION, OperationType.TRANSACTION);
    assertThat(workload("stm").operationTypes()).containsExactly(OperationType.STM);
    assertThat(workload("counter").operationTypes()).containsExactly(OperationType.STM);
    assertThat(workload("ranges").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.RANGE);
    assertThat(workload("one-shot-reads").operationTypes())
        .containsExactly(OperationType.ONE_SHOT_READ);
    assertThat(workload("locks").operationTypes()).containsExactly(OperationType.CRITICAL_SECTION);
    assertThat(workload("elections").operationTypes()).containsExactly(OperationType.LEADERSHIP);
    assertThat(workload("lease-keepalive").operationTypes())
        .containsExactly(OperationType.LEASE_RENEWAL);
    assertThat(workload("lease-expiry").operationTypes())
        .containsExactly(OperationType.LEASE_LIFETIME);
    assertThat(workload("membership").operationTypes()).containsExactly(OperationType.MEMBERSHIP);
    assertThat(workload("watch-replay").operationTypes())
        .containsExactly(OperationType.WATCH_CATCH_UP);
    assertThat(workload("watches").operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.WATCH);
  }

  @ParameterizedTest
  @CsvSource({
    "write1m",
    "write1m-1000clients",
    "write1m-1000ops",
    "write1m-clientsteps",
    "write1m-etcd",
    "write1m-zookeeper",
    "write1m-consul",
    "write3m",
    "write-ramp",
    "write100k-1client"
  })
  void writesAreOfNewKeysOf256BytesAndValuesOfOneKilobyte(String name) {
    Workload workload = workload(name);
    assertThat(workload.operationTypes()).isEqualTo(Set.of(OperationType.INSERT));
    assertThat(workload.reads()).isFalse();
    assertThat(workload.loadCount()).isZero();
    Requests requests = Requests.of(workload.runSources(100).source(3), 1);
    assertThat(requests.key(0)).hasSize(256).matches("0{255}3");
    assertThat(requests.value(0).size()).isEqualTo(1024);
  }

  @ParameterizedTest
  @CsvSource({"etcd,1000,100", "zookeeper,500,500", "consul,500,500"})
  void eachSystemHasTheClientsThatDbtesterGaveIt(String system, String clients, String connections)
      throws IOException {
    Properties given = new Properties();
    try (Reader reader = Files.newBufferedReader(SHIPPED.resolve("write1m-" + system))) {
      given.load(reader);
    }
    assertThat(given)
        .containsEntry("clients", clients)
        .containsEntry("connections", connections)
        .containsEntry("operationcount", "1000000");
  }

  private static Workload workload(String name) {
    Problems problems = new Problems();
    Optional<Workload> workload =
        Workload.from(settings(SHIPPED.resolve(name), problems), 0, problems);
    return workload.orElseThrow(() -> new AssertionError(problems.list()));
  }

  private static Settings settings(Path file, Problems problems) {
    return Settings.resolve(
        WorkloadFile.read(file, file.toString(), problems), WorkloadFixtures.known(), problems);
  }
}
