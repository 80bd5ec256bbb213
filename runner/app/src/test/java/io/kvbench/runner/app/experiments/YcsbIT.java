package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of YCSB's command line and reports. */
final class YcsbIT {
  private static final List<String> WORKLOAD =
      List.of(
          "-P",
          "workloads/workloadf",
          "-threads",
          "2",
          "-p",
          "recordcount=500",
          "-p",
          "operationcount=1000",
          "-p",
          "hosts.every=off");

  @TempDir private Path directory;

  private KvbenchThread start(String command, String... properties) {
    List<String> all = new ArrayList<>(List.of(command, "memory"));
    all.addAll(WORKLOAD);
    for (String property : properties) {
      all.addAll(List.of("-p", property));
    }
    return KvbenchThread.start(directory, all.toArray(String[]::new));
  }

  private String in(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void bothPhasesHaveAReportInYcsbsForm() throws Exception {
    try (KvbenchThread load = start("load", "exportfile=" + in("load.txt"))) {
      assertThat(load.exitCode()).as(load::said).isZero();
      assertThat(load.result().phases())
          .extracting(PhaseResult::name)
          .containsExactly(PhaseName.LOAD);
      assertThat(load.out()).as("kvbench's own summary").contains("Throughput");
    }
    assertThat(directory.resolve("load.txt"))
        .content()
        .containsPattern("(?m)^\\[OVERALL], RunTime\\(ms\\), \\d+$")
        .containsPattern("(?m)^\\[OVERALL], Throughput\\(ops/sec\\), \\d+\\.\\d+(E\\d)?$")
        .contains("[INSERT], Operations, 500\n", "[INSERT], Return=OK, 500\n")
        .doesNotContain("[READ]");

    try (KvbenchThread run = start("run", "exportfile=" + in("run.txt"))) {
      assertThat(run.exitCode()).as(run::said).isZero();
    }
    assertThat(directory.resolve("run.txt"))
        .content()
        .containsPattern("(?m)^\\[READ], 99thPercentileLatency\\(us\\), \\d+$")
        .contains("[READ], Operations, 1000\n", "[READ-MODIFY-WRITE], Operations, ")
        .doesNotContain("[INSERT]");
  }

  @Test
  void withoutAFileTheReportHasStandardOutputForItself() throws Exception {
    String exporter = "site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter";
    try (KvbenchThread run = start("run", "exporter=" + exporter)) {
      assertThat(run.exitCode()).as(run::said).isZero();
      JsonNode report = new ObjectMapper().readTree(run.out());
      assertThat(report.get(0).get("metric").asText()).isEqualTo("OVERALL");
      assertThat(run.err()).contains("Throughput");
    }
  }

  @Test
  void singleTimesAndHistogramLogsAreFiles() throws Exception {
    try (KvbenchThread run =
        start(
            "run",
            "exportfile=" + in("run.txt"),
            "measurementtype=hdrhistogram+raw",
            "measurement.raw.output_file=" + in("raw.csv"),
            "hdrhistogram.fileoutput=true",
            "hdrhistogram.output.path=" + in("h-"))) {
      assertThat(run.exitCode()).as(run::said).isZero();
    }
    assertThat(Files.readString(directory.resolve("run.txt")))
        .contains("[HdrREAD], Operations, 1000\n", "[RawREAD], Total Operations, 1000\n");
    assertThat(Files.readAllLines(directory.resolve("raw.csv")))
        .filteredOn(line -> line.startsWith("RawREAD,"))
        .hasSize(1_000);
    assertThat(directory.resolve("h-HdrREAD.hdr")).content().contains("HISTFAAA");
  }

  @Test
  void anEarlierRunIsWrittenInYcsbsForm() throws Exception {
    try (KvbenchThread run = start("run")) {
      assertThat(run.exitCode()).as(run::said).isZero();
      try (KvbenchThread report =
          KvbenchThread.start(
              directory, "report", "--ycsb", "text", run.resultDirectory().toString())) {
        assertThat(report.exitCode()).as(report::said).isZero();
        assertThat(report.out()).startsWith("[OVERALL], RunTime(ms), ").contains("[READ], ");
      }
    }
  }

  @Test
  void statusLinesAreThoseOfYcsb() throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "memory", "-s"));
    all.addAll(WORKLOAD);
    all.addAll(List.of("-p", "exportfile=" + in("run.txt"), "-l", "mine"));
    try (KvbenchThread run = KvbenchThread.start(directory, all.toArray(String[]::new))) {
      assertThat(run.exitCode()).as(run::said).isZero();
      assertThat(run.err())
          .containsPattern(
              "(?m)^mine\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d:\\d{3} \\d+ sec: 1000"
                  + " operations; [0-9.]+ current ops/sec; .*\\[READ: Count=1000, Max=");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exportfile=/absent/directory/run.txt",
        "exporter=com.example.Exporter",
        "measurementtype=gaussian",
        "hdrhistogram.percentiles=many"
      })
  void aBadValueIsOneMessageBeforeTheRun(String property) throws Exception {
    try (KvbenchThread run = start("run", property)) {
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err())
          .startsWith("kvbench: error:")
          .contains("-p " + property.replaceFirst("=.*", ""))
          .doesNotContain("Exception");
      assertThat(directory.resolve("results")).doesNotExist();
    }
  }

  @Test
  void aPlanNamesAFileThatCannotBeWritten() throws Exception {
    try (KvbenchThread plan = start("plan", "exportfile=/absent/directory/run.txt")) {
      assertThat(plan.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(plan.err()).contains("exportfile=/absent/directory/run.txt is in a directory");
    }
  }

  @Test
  void aSearchWritesNoReport() throws Exception {
    try (KvbenchThread find =
        KvbenchThread.start(
            directory,
            "find",
            "-db",
            "memory",
            "-P",
            "workloads/smoke",
            "-p",
            "exportfile=" + in("run.txt"))) {
      assertThat(find.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(find.err()).contains("exportfile", "kvbench report --ycsb");
    }
  }

  @Test
  void theSystemIsNamedOnce() throws Exception {
    try (KvbenchThread run =
        KvbenchThread.start(
            directory, "run", "memory", "-db", "zookeeper", "-P", "workloads/smoke")) {
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).contains("'memory' name two systems");
    }
  }

  @Test
  void standardOutputIsForOneFormOnly() throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "memory", "--json", "-"));
    all.addAll(WORKLOAD);
    all.addAll(List.of("-p", "exporter=text"));
    try (KvbenchThread run = KvbenchThread.start(directory, all.toArray(String[]::new))) {
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).contains("both write to standard output");
    }
  }

  /** The address is that of no server. */
  @Test
  void propertiesOfOtherToolsBindingsAreTranslatedWithANote() throws Exception {
    try (KvbenchThread plan =
        KvbenchThread.start(
            directory,
            "plan",
            "-db",
            "zookeeper",
            "-P",
            "workloads/workloada",
            "-p",
            "zookeeper.connectString=127.0.0.1:1/bench",
            "-p",
            "etcd.endpoints=127.0.0.1:2")) {
      assertThat(plan.exitCode()).as(plan::said).isZero();
      assertThat(plan.out())
          .contains("endpoints=127.0.0.1:1", "zookeeper.root=/bench")
          .contains("YCSB's name of endpoints")
          .contains("No effect on zookeeper: etcd.endpoints")
          .doesNotContain("endpoints=127.0.0.1:2\n");
    }
  }

  @Test
  void singleFieldsSayWhatTheyMean() throws Exception {
    try (KvbenchThread plan =
        KvbenchThread.start(
            directory,
            "plan",
            "-db",
            "memory",
            "-P",
            "workloads/workloada",
            "-p",
            "readallfields=false",
            "-p",
            "writeallfields=false")) {
      assertThat(plan.exitCode()).as(plan::said).isZero();
      assertThat(plan.out())
          .contains("readallfields=false (-p readallfields): ")
          .contains("writeallfields=false (-p writeallfields): ");
    }
  }
}
