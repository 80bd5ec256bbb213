package com.example.benchmarks;

import com.example.benchmarks.client.ApiClient;
import com.example.benchmarks.client.ApiException;
import com.example.benchmarks.client.DefaultApi;
import com.example.benchmarks.client.model.Run;
import com.example.benchmarks.client.model.Run.StateEnum;
import com.example.benchmarks.client.model.RunRequest;
import com.example.benchmarks.client.model.RunRequestPropertiesValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A program that runs a workload on a service of kvbench and prints its verdict, through the
 * generated client.
 *
 * <pre>RunWorkload http://localhost:8080 etcd workloada endpoints=127.0.0.1:2379</pre>
 */
public final class RunWorkload {
  private static final Duration LOOK = Duration.ofMillis(500);

  private RunWorkload() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 3) {
      System.err.println("usage: RunWorkload URL SYSTEM WORKLOAD [PROPERTY=VALUE...]");
      System.exit(2);
    }
    RunRequest request = new RunRequest().system(arguments[1]).workload(arguments[2]);
    Map<String, RunRequestPropertiesValue> properties = new HashMap<>();
    for (int index = 3; index < arguments.length; index++) {
      String[] parts = arguments[index].split("=", 2);
      properties.put(parts[0], new RunRequestPropertiesValue(parts[1]));
    }
    request.setProperties(properties);
    Run run = run(service(arguments[0]), request);
    System.out.println(run.getState() + ": " + run.getVerdict());
  }

  static DefaultApi service(String address) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(address);
    return new DefaultApi(client);
  }

  /** Returns the run when it has ended. */
  static Run run(DefaultApi service, RunRequest request) throws ApiException, InterruptedException {
    Run run = service.startRun(request);
    while (run.getState() == StateEnum.QUEUED || run.getState() == StateEnum.RUNNING) {
      Thread.sleep(LOOK);
      run = service.getRun(run.getId());
    }
    return run;
  }
}
