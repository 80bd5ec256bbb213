package io.kvbench.runner.service;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.Listening;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.PlanExtension;
import io.kvbench.testkit.http.ApiClient;
import io.kvbench.testkit.http.OpenApi;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Services on loopback with the bindings of the class path, and their parts; none starts a run. */
final class LoopbackServices {
  static final OpenApi OPEN_API = OpenApi.read(Api.class.getResource("openapi.json"));

  private static final Bindings BINDINGS = Bindings.load();
  private static final Clusters CLUSTERS = Clusters.load();
  private static final RunCommands COMMANDS = new RunCommands(List.of(), List.of());

  private LoopbackServices() {}

  static ApiClient open(Path directory) throws IOException {
    return open(directory, Optional.empty(), new Assignments());
  }

  static ApiClient open(Path directory, Optional<BearerToken> token, Assignments fixed)
      throws IOException {
    Service.Options options =
        new Service.Options(
            new Listening(new HostAddress("127.0.0.1", 0), token, Optional.empty()),
            directory,
            1,
            Duration.ofMinutes(5),
            "etcd",
            Set.of(),
            fixed);
    Service service =
        Service.open(options, BINDINGS, factory(PlanExtension.NONE), COMMANDS, NanoClock.system());
    return new ApiClient(URI.create(service.address()), OPEN_API, service::close);
  }

  private static PlanFactory factory(PlanExtension further) {
    return new PlanFactory(BINDINGS, CLUSTERS, further, "see the guide");
  }

  static Planning planning() {
    return planning(PlanExtension.NONE, new Assignments());
  }

  static Planning planning(PlanExtension further, Assignments fixed) {
    PlanFactory factory = factory(further);
    return new Planning(
        BINDINGS, factory, fixed, new ClientProperties(factory.settings(), Set.of(), fixed));
  }

  /** Returns a queue that has not been started. */
  static RunQueue queue(RunStore store, Planning planning, int longest) throws IOException {
    NanoClock clock = NanoClock.system();
    return RunQueue.open(
        store,
        new RunExecution(store, planning, COMMANDS, Duration.ofMinutes(5), clock),
        longest,
        clock);
  }
}
