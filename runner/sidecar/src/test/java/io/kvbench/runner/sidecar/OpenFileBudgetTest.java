package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OpenFileBudgetTest {
  @Test
  void givesNoMoreThanItHasAndTakesBack() {
    OpenFileBudget budget = new OpenFileBudget(3);
    assertThat(budget.take(2)).isTrue();
    assertThat(budget.take(2)).isFalse();
    budget.giveBack(2);
    assertThat(budget.take(2)).isTrue();
  }

  @Test
  void whatIsWatchedGivesItsFilesBack() {
    OpenFileBudget budget = new OpenFileBudget(2);
    Path own = LinuxProcess.PROC.resolve("self/task");
    ThreadSwitches switches = new ThreadSwitches(own, new ProcFile(), budget);
    assertThat(switches.count()).as("one thread's files are kept open, the others' not").isTrue();
    assertThat(budget.take(2)).isFalse();
    switches.close();
    switches.close();
    assertThat(budget.take(2)).isTrue();
    assertThat(budget.take(1)).isFalse();
  }
}
