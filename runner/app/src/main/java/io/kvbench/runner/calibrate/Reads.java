package io.kvbench.runner.calibrate;

import io.kvbench.core.operation.Request;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.RequestSource;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.WorkloadSettings;
import java.util.Map;
import java.util.function.IntFunction;

/** What is asked for: reads of records chosen evenly from a million. */
final class Reads {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "recordcount", "1000000",
          "readproportion", "1",
          "updateproportion", "0",
          "requestdistribution", "uniform");

  private Reads() {}

  /** Returns sources that make every request as in a run. */
  static IntFunction<RequestSource> made(int clients) {
    Assignments given = new Assignments();
    PROPERTIES.forEach((name, value) -> given.add(name, value, Origin.of("calibrate")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, WorkloadSettings.all(), problems);
    Workload workload =
        Workload.from(settings, 0, problems)
            .orElseThrow(() -> new IllegalStateException(problems.list().toString()));
    return workload.runSources(clients)::source;
  }

  /** Returns sources that have made their one request before. */
  static IntFunction<RequestSource> premade() {
    Request request = made(1).apply(0).next();
    return client -> () -> request;
  }
}
