package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.runner.app.InstalledServers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests of suites on real servers, which mostly start and stop. */
@Execution(ExecutionMode.CONCURRENT)
class SuiteServersIT {
  private static final List<String> SYSTEMS = List.of("etcd", "zookeeper", "consul");

  @TempDir private Path directory;

  @Test
  @Tag("matrix")
  void aSuiteOfThreeSystemsThatIsKilledTwiceEndsAsOneThatIsNot() throws Exception {
    SYSTEMS.forEach(InstalledServers::of);
    String text =
        """
        suite.workload=workloada
        axis.db=etcd,zookeeper,consul
        axis.valuesize=256,1024
        clients=8
        connections=8
        recordcount=100
        operationcount=1000000000
        maxexecutiontime=2
        thinktime=20ms
        cluster@etcd=process
        cluster@consul=process
        cluster@zookeeper=embedded
        suite.repeats=3
        seed=11
        exit.on=never
        hosts.every=off
        """;
    SuiteProcess killed = SuiteProcess.of(directory, text, "killed");

    killed.killAfter(4);
    killed.killAfter(11);
    SuiteDocument resumed = killed.run();

    assertThat(resumed.cells()).hasSize(18);
    assertThat(resumed.cells().stream().flatMap(cell -> cell.earlier().stream())).hasSize(2);
    SuiteProcess whole = SuiteProcess.of(directory, text, "whole");
    whole.run();
    SuiteProcess.assertSame(killed, whole);
  }

  @Test
  void sharedServersHaveNoKeysOfTheRunBefore() throws Exception {
    SuiteProcess suite =
        SuiteProcess.of(
            directory,
            """
            suite.workload=workloada
            axis.db=zookeeper,memory
            recordcount=50
            operationcount=200
            cluster@zookeeper=embedded
            suite.repeats=2
            suite.cluster=shared
            exit.on=never
            hosts.every=off
            """,
            "results");

    SuiteDocument ended = suite.run();

    assertThat(ended.cells()).extracting(Cell::status).containsOnly(Status.DONE);
    Set<List<String>> endpoints = new HashSet<>();
    for (Cell cell : ended.cells()) {
      var result =
          ResultDirectory.readResult(suite.path().resolve(cell.resultDirectory().orElseThrow()));
      assertThat(result.phases())
          .as("the store was empty, so records were loaded: %s", cell.name())
          .anyMatch(phase -> phase.name().toString().equals("load"));
      if (cell.system().equals("zookeeper")) {
        assertThat(result.cluster().kind()).isEqualTo("external");
        endpoints.add(result.cluster().endpoints());
      }
    }
    assertThat(endpoints).as("one cluster for all").hasSize(1);
  }
}
