package io.kvbench.runner.jmh;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.request.RequestSource;
import java.util.function.IntFunction;

/** The requests of benchmarks: a million records with values of 1 KiB. */
public enum BenchmarkRequests {
  READ_UNIFORM("readproportion=1 requestdistribution=uniform"),
  READ_ZIPFIAN("readproportion=1 requestdistribution=zipfian"),
  UPDATE("readproportion=0 updateproportion=1 requestdistribution=uniform"),
  INSERT("readproportion=0 insertproportion=1 requestdistribution=uniform");

  private static final String COMMON =
      "recordcount=1000000 fieldcount=1 fieldlength=1024 updateproportion=0 seed=1 ";

  private final String properties;

  BenchmarkRequests(String properties) {
    this.properties = properties;
  }

  /** Returns the source of each client. */
  IntFunction<RequestSource> sources(int clients) {
    Assignments given = new Assignments();
    for (String property : (COMMON + properties).split(" ", -1)) {
      String[] parts = property.split("=", 2);
      given.add(parts[0], parts[1], Origin.of(property));
    }
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, Workload.settings(), problems);
    Workload workload =
        Workload.from(settings, 0, problems)
            .orElseThrow(() -> new IllegalStateException(problems.list().toString()));
    return workload.runSources(clients)::source;
  }
}
