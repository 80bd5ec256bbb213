package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.workload.LoadProfile;
import io.kvbench.reports.FailureFixtures;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.results.directory.PlanDocument.FaultDocument;
import io.kvbench.results.directory.PlanDocument.PhaseDocument;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.results.format.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultDirectoryTest {
  @TempDir Path parent;

  @Test
  void isNamedAfterTimeWorkloadAndSystem() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab-ca-islamic"));
      assertThat(create("deep/results").path())
          .isEqualTo(parent.resolve("deep/results/20260203T040506Z-write1m-zookeeper"))
          .isDirectory();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void twoRunsWithinASecondDoNotShareOne() throws Exception {
    create("r");
    assertThat(create("r").path().toString()).endsWith("-zookeeper-2");
    assertThat(create("r").path().toString()).endsWith("-zookeeper-3");
  }

  @ParameterizedTest
  @CsvSource({
    "workloads/write1m, write1m",
    "../../etc/passwd, passwd",
    "a b:c*d, a-b-c-d",
    ".., unnamed",
    "'', unnamed",
    "/, unnamed",
    ".hidden, hidden",
    "write1m-1000ops, write1m-1000ops",
    "наш, unnamed",
  })
  void namesAreMadeSafe(String name, String safe) {
    assertThat(ResultDirectory.safe(name)).isEqualTo(safe);
    assertThat(ResultDirectory.safe("x".repeat(300)).length()).isLessThanOrEqualTo(60);
  }

  @Test
  void holdsWhatARunLeaves() throws Exception {
    ResultDirectory directory = create("r");
    directory.writePlan(plan());
    try (IntervalsCsv csv = directory.openIntervals();
        HistogramLog log = directory.openHistograms(PhaseFixtures.START)) {
      csv.append(PhaseFixtures.interval(0, Map.of(), TimeFixtures.none()));
      log.append(PhaseFixtures.interval(0, Map.of(), TimeFixtures.none()));
    }
    RunResult result = ResultFixtures.everything();
    directory.writeResult(FailureFixtures.interruptedEarly());
    directory.writeResult(result);

    assertThat(names(directory.path()))
        .containsExactlyInAnyOrder(
            "plan.json", "result.json", "intervals.csv", "histograms.hlog", "logs");
    assertThat(directory.path().resolve("logs")).isDirectory();
    assertThat(ResultDirectory.readResult(directory.path())).isEqualTo(result);
  }

  @Test
  void thePlanIsThereInFull() throws Exception {
    ResultDirectory directory = create("r");
    directory.writePlan(plan());

    JsonNode tree = new ObjectMapper().readTree(directory.path().resolve("plan.json").toFile());

    assertThat(tree.at("/schema").textValue()).isEqualTo("kvbench-plan/1");
    assertThat(tree.at("/phases/0/name").textValue()).isEqualTo("run");
    assertThat(tree.at("/phases/0/offeredPerSecond").doubleValue()).isEqualTo(1_000);
    assertThat(tree.at("/phases/0").has("maxWallNanos")).isFalse();
    assertThat(tree.at("/phases/0/mix/READ").doubleValue()).isEqualTo(0.95);
    assertThat(tree.at("/settings/clients/origin").textValue()).isEqualTo("write1m:3");
    assertThat(tree.at("/settings/target").has("origin")).isFalse();
    assertThat(tree.at("/notes/0").textValue()).isEqualTo("exporter is not used");
    assertThat(ResultDirectory.readPlan(directory.path()))
        .as("what is absent may be absent")
        .isEqualTo(plan());
  }

  @Test
  void aPlaceThatCannotBeWrittenIsSaidInOneSentence() throws IOException {
    Files.writeString(parent.resolve("file"), "");

    assertThatThrownBy(() -> create("file"))
        .isInstanceOf(ResultDirectoryException.class)
        .hasMessageStartingWith("cannot write " + parent.resolve("file"))
        .hasMessageContaining("another place for results");
  }

  @Test
  void aResultThatCannotBeWrittenLeavesNothingHalf() throws Exception {
    ResultDirectory directory = create("r");
    Files.createDirectories(directory.path().resolve("result.json/in-the-way"));

    assertThatThrownBy(() -> directory.writeResult(FailureFixtures.interruptedEarly()))
        .isInstanceOf(ResultDirectoryException.class)
        .hasMessageContaining("result.json");
    assertThat(names(directory.path())).containsExactlyInAnyOrder("logs", "result.json");
  }

  @Test
  void onlyTheOwnerMayReadItUnlessTheUmaskDecides() throws Exception {
    ResultDirectory directory = create("r");
    directory.writePlan(plan());
    directory.writeResult(ResultFixtures.everything());
    directory.openIntervals().close();
    directory.openHistograms(PhaseFixtures.START).close();
    directory.openHost("node1").close();
    directory.createLog("client.log");
    directory.keepLog(Files.createFile(parent.resolve("node1.log")));
    ResultDirectory.writeReport(directory.path(), "<html>", FilePermissions.OWNER);

    try (Stream<Path> all = Files.walk(parent.resolve("r"))) {
      assertThat(all.toList())
          .hasSize(11)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .as(path.toString())
                      .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    }
    Path umask = Files.createFile(parent.resolve("umask"));
    ResultDirectory open =
        ResultDirectory.create(
            parent, PhaseFixtures.START, "write1m", "zookeeper", FilePermissions.UMASK);
    open.writePlan(plan());
    assertThat(Files.getPosixFilePermissions(open.path().resolve("plan.json")))
        .isEqualTo(Files.getPosixFilePermissions(umask));
  }

  @Test
  void linksInItAreReplacedOrRefusedAndNeverFollowed() throws Exception {
    Path other = Files.writeString(parent.resolve("other"), "earlier");
    ResultDirectory directory = create("r");
    for (String name : List.of("report.html", "result.json", "intervals.csv")) {
      Files.createSymbolicLink(directory.path().resolve(name), other);
    }

    directory.writeResult(ResultFixtures.everything());
    ResultDirectory.writeReport(directory.path(), "<html>", FilePermissions.OWNER);

    assertThatThrownBy(directory::openIntervals)
        .isInstanceOf(ResultDirectoryException.class)
        .hasMessageContaining("intervals.csv");
    assertThat(other).hasContent("earlier");
    assertThat(directory.path().resolve("report.html")).hasContent("<html>");
    assertThat(ResultDirectory.readResult(directory.path())).isEqualTo(ResultFixtures.everything());
  }

  @Test
  void aDirectoryThatWentAwayIsSaidInOneSentence() throws Exception {
    ResultDirectory directory = create("r");
    Files.delete(directory.path().resolve("logs"));
    Files.delete(directory.path());

    assertThatThrownBy(() -> directory.writePlan(plan()))
        .isInstanceOf(ResultDirectoryException.class)
        .hasMessageContaining("does not exist");
    assertThatThrownBy(directory::openIntervals)
        .isInstanceOf(ResultDirectoryException.class)
        .hasMessageContaining("does not exist");
  }

  private ResultDirectory create(String results) throws ResultDirectoryException {
    return ResultDirectory.create(
        parent.resolve(results),
        PhaseFixtures.START,
        "workloads/write1m",
        "zookeeper",
        FilePermissions.OWNER);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static PlanDocument plan() {
    PhaseDocument run =
        new PhaseDocument(
            "run",
            Optional.of(new ClientStep(3, 8)),
            500,
            8,
            "open loop",
            OptionalDouble.of(1_000),
            OptionalLong.of(100_000),
            OptionalLong.empty(),
            false,
            Map.of("READ", 0.95, "UPDATE", 0.05));
    return new PlanDocument(
        PlanDocument.SCHEMA,
        "write1m",
        "zookeeper",
        1,
        Optional.of(
            new LoadProfile(
                OptionalInt.of(16),
                "a number",
                OptionalInt.empty(),
                "words",
                ReadConsistency.STALE)),
        List.of(run),
        Optional.of(
            List.of(
                new FaultDocument(
                    "KILL",
                    "leader",
                    10_000_000_000L,
                    OptionalLong.of(30_000_000_000L),
                    OptionalLong.of(5_000_000_000L)))),
        Map.of(
            "clients",
                new SettingDocument(
                    "500",
                    Optional.of("write1m:3"),
                    Optional.of("load"),
                    Optional.of("clients"),
                    Optional.empty()),
            "fieldlengthhistogram",
                new SettingDocument(
                    "hist.txt",
                    Optional.empty(),
                    Optional.of("load"),
                    Optional.empty(),
                    Optional.of("00ff"))),
        List.of("exporter is not used"));
  }
}
