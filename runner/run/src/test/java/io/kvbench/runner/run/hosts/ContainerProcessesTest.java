package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.ProcessFigures;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ContainerProcessesTest {
  /** What an engine reports: processor time only, here. */
  private static final ProcessFigures ENGINES = engines("etcd-1");

  private final ContainerProcesses containers = new ContainerProcesses();

  private static ProcessFigures engines(String name) {
    OptionalLong no = OptionalLong.empty();
    return new ProcessFigures(
        name, 42, 7, no, "etcd", "running", 1, Samples.some(500), no, no, no, no, no, no, no, no);
  }

  private ProcessFigures completed(ProcessFigures told) {
    return containers.complete(Samples.sample(3, told)).process(told.target()).orElseThrow();
  }

  @Test
  void whatTheEngineDoesNotReportComesFromTheProcess() {
    containers.expect("etcd-1");
    containers.keep(Samples.sample(2, Samples.process("etcd-1", 0, 2, 4_000)));

    ProcessFigures figures = completed(ENGINES);

    assertThat(figures.openFiles()).hasValue(30);
    assertThat(figures.voluntarySwitches()).hasValue(500);
    assertThat(figures.involuntarySwitches()).hasValue(4);
    assertThat(figures.virtualBytes()).hasValue(1L << 30);
    assertThat(figures.parentPid()).hasValue(1);
    assertThat(figures.cpuMillis()).as("the engine's").hasValue(500);
    assertThat(figures.incarnation()).as("the engine's").isEqualTo(7);
    assertThat(figures.residentBytes()).as("another measure").isEmpty();
  }

  @Test
  void containersAreNotProcessesOfThisMachineAsWell() {
    containers.expect("etcd-1");
    HostSample kept =
        containers.keep(
            Samples.sample(
                2, Samples.process("client", 0, 2, 1_000), Samples.process("etcd-1", 0, 2, 4_000)));
    assertThat(kept.processes()).extracting(ProcessFigures::target).containsExactly("client");
    assertThat(kept.disks()).isNotEmpty();
  }

  /** After a restart, until the sidecar watches the new process. */
  @Test
  void anotherProcessCompletesNothing() {
    containers.expect("etcd-1");
    containers.keep(Samples.sample(2, Samples.process("etcd-1", 1, 2, 4_000)));
    assertThat(completed(ENGINES)).isEqualTo(ENGINES);
    assertThat(completed(engines("etcd-2"))).isEqualTo(engines("etcd-2"));
  }
}
