package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that settings without effect are reported, with the reason and what to set instead. */
class UnusedSettingsTest {
  private static final SystemDescriptor SYSTEM =
      Planned.system(EnumSet.allOf(Capability.class), Map.of());
  private static final Path SHIPPED = Path.of("../workloads");

  private static List<String> notes(String lines, String... commandLine) {
    return Planned.of(SYSTEM, lines, commandLine).get().notes();
  }

  private static String shipped(String name) throws IOException {
    return Files.readString(SHIPPED.resolve(name))
        .lines()
        .filter(line -> line.contains("=") && !line.startsWith("#"))
        .reduce("", (all, line) -> all + line + "\n");
  }

  static Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SHIPPED)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPropertyOfAShippedWorkloadHasAnEffect(String name) throws IOException {
    assertThat(notes(shipped(name))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void onePropertyChangesTheSizeOfAShippedWorkload(String name) throws IOException {
    String size =
        shipped(name).contains("operationcount=") ? "operationcount=3k" : "maxexecutiontime=3";
    PhasePlan run = Planned.of(SYSTEM, shipped(name), size).phase(PhaseName.RUN);

    assertThat(run.requests() == PhasePlan.UNLIMITED || run.requests() <= 3000).isTrue();
    assertThat(notes(shipped(name), size)).isEmpty();
  }

  @Test
  void theSizeOfARunThatOnlyInsertsIsNotItsRecords() throws IOException {
    assertThat(notes(shipped("write1m"), "recordcount=10000"))
        .containsExactly(
            "No effect: recordcount (-p): the mix only inserts, so nothing is loaded;"
                + " operationcount=1000000 sets how many records are inserted.");
    assertThat(notes(shipped("write-ramp"), "recordcount=10000", "insertcount=5"))
        .singleElement()
        .asString()
        .contains("recordcount (-p), insertcount (-p)", "set operationcount");
  }

  @Test
  void aRunAloneInsertsAfterTheRecordsThatAreThere() throws IOException {
    assertThat(notes(shipped("write1m"), "recordcount=10000", "dotransactions=true")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "write1m, keyprefix=x, keysize=256 fixes the whole key",
    "write1m, zeropadding=5, omit keysize",
    "write1m, insertorder=ordered, keysize",
    "write1m, fieldlength=10, valuesize=1024 fixes the size of every value",
    "write1m, fieldlengthdistribution=uniform, set valuesize",
    "write1m, requestdistribution=zipfian, only inserts",
    "write1m, readconsistency=stale, no request of the mix reads",
    "write1m, dataintegrity=true, no request of the mix reads",
    "write1m, maxscanlength=5, set scanproportion",
    "write1m, transactionlength=3, set transactionproportion",
    "read3m-samekey, requestdistribution=zipfian, samekey=true",
    "workloada, hotspotdatafraction=0.5, set requestdistribution=hotspot",
    "workloada, exponential.frac=0.5, set requestdistribution=exponential",
    "workloada, minfieldlength=7, fieldlengthdistribution=constant does not use it",
    "workloada, fieldlengthhistogram=file, fieldlengthdistribution=constant does not use it"
  })
  void whatAnotherPropertyMakesVoidIsNamedWithIt(String workload, String given, String reason)
      throws IOException {
    assertThat(notes(shipped(workload), given))
        .singleElement()
        .asString()
        .startsWith("No effect: " + given.replaceFirst("=.*", "") + " (-p): ")
        .contains(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "workloade, maxscanlength=5, minscanlength=2",
    "workloada, hotspotdatafraction=0.5, requestdistribution=hotspot",
    "workloada, exponential.frac=0.5, requestdistribution=exponential",
    "workloada, minfieldlength=7, fieldlengthdistribution=uniform",
    "workloada, fieldlength=7, fieldlengthdistribution=zipfian",
    "workloada, readconsistency=stale, keyprefix=x",
    "workloada, dataintegrity=true, zeropadding=9",
    "transactions, transactionlength=3, compressibility=0.5",
    "write1m, recordcount=0, requestdistribution=uniform"
  })
  void whatHasAnEffectOrIsTheDefaultIsNotNamed(String workload, String given, String more)
      throws IOException {
    assertThat(notes(shipped(workload), given, more)).isEmpty();
  }

  @Test
  void aLoadAloneUsesNothingOfTheRunThatWasGivenForIt() throws IOException {
    assertThat(notes(shipped("workloada"), "dotransactions=false")).isEmpty();
    assertThat(
            notes(
                shipped("workloada"),
                "dotransactions=false",
                "operationcount=5k",
                "warmuptime=3s",
                "requestdistribution=latest"))
        .singleElement()
        .asString()
        .contains("operationcount (-p), warmuptime (-p), requestdistribution (-p): there is a load")
        .endsWith("(-load), whose size is recordcount.");
  }

  @Test
  void aRunThatOnlyReadsWritesNoValues() throws IOException {
    assertThat(notes(shipped("workloadc"), "dotransactions=true", "valuesize=2048"))
        .singleElement()
        .asString()
        .contains("valuesize (-p): the run only reads, and nothing is loaded");
    assertThat(notes(shipped("workloadc"), "valuesize=2048")).isEmpty();
    assertThat(notes(shipped("read3m-samekey"), "dotransactions=true")).isEmpty();
  }

  @Test
  void lengthsFromAFileLeaveNoOthers(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("lengths"), "BlockSize\t10\n0\t5\n1\t1\n");
    assertThat(
            notes(
                shipped("workloada"),
                "fieldlengthdistribution=histogram",
                "fieldlengthhistogram=" + file,
                "fieldlength=50"))
        .singleElement()
        .asString()
        .contains("fieldlength (-p): fieldlengthdistribution=histogram does not use it");
  }
}
