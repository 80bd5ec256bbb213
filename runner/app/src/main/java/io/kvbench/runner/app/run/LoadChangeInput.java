package io.kvbench.runner.app.run;

import io.kvbench.core.engine.LoadChangeException;
import io.kvbench.runner.process.LoadChangeLine;
import io.kvbench.runner.run.LiveLoad;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * The control of a run's load by lines from the parent process, answered on standard error. For the
 * thread that reads the lines and the one that runs.
 */
final class LoadChangeInput {
  private final PrintWriter answers;
  private volatile @Nullable LiveLoad load;

  LoadChangeInput(PrintWriter answers) {
    this.answers = answers;
  }

  /** Begins with the load of a run. */
  void of(LiveLoad running) {
    load = running;
  }

  /** Makes the change of a {@link LoadChangeLine}, or says why not. */
  void obey(String line) {
    LoadChangeLine order;
    try {
      order = LoadChangeLine.parse(line);
    } catch (IllegalArgumentException e) {
      answers.println("kvbench: standard input: a line that is not a change of the load");
      return;
    }
    answers.println(answer(order));
  }

  private String answer(LoadChangeLine order) {
    LiveLoad changed = load;
    try {
      return changed == null
          ? order.refused() + "the run has not begun"
          : order.done() + String.join("; ", changed.change(order.change()));
    } catch (LoadChangeException e) {
      return order.refused() + e.getMessage();
    }
  }
}
