package io.kvbench.bindings.etcd;

import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.library.EtcdLibraryCalls;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.etcd.status.Compactor;
import io.kvbench.bindings.etcd.status.EtcdClusterStateReader;
import io.kvbench.bindings.etcd.status.EtcdKeySpace;
import io.kvbench.bindings.etcd.status.JetcdClient;
import io.kvbench.bindings.etcd.status.JetcdOpening;
import io.kvbench.bindings.etcd.status.Login;
import io.kvbench.bindings.etcd.wire.Links;
import io.kvbench.bindings.support.LoadConnections;
import io.kvbench.bindings.support.OpeningStep;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A binding whose sessions share a fixed number of connections, of either client. */
final class EtcdBinding implements Binding {
  private final LoadConnections load;
  private final EventLoops loops;
  private final JetcdClient jetcd;
  private final EtcdClusterStateReader survey;
  private final TimeLimit timeLimit;
  private final Compactor compactor;
  private final EtcdClientOptions options;
  private final EtcdRequests requests;

  private EtcdBinding(
      LoadConnections load,
      EventLoops loops,
      JetcdClient jetcd,
      EtcdClusterStateReader survey,
      TimeLimit timeLimit,
      EtcdClientOptions options,
      EtcdRequests requests) {
    this.load = load;
    this.loops = loops;
    this.jetcd = jetcd;
    this.survey = survey;
    this.timeLimit = timeLimit;
    this.options = options;
    this.requests = requests;
    this.compactor = Compactor.start(jetcd, options.compaction());
  }

  static Binding open(EtcdClientOptions options, BindingConfig config)
      throws BindingException, InterruptedException {
    EventLoops loops = EventLoops.start("etcd", options.eventLoops());
    TimeLimit timeLimit = TimeLimit.start("etcd", options.requestTimeout());
    Login login = new Login(options.credentials());
    EtcdRequests requests =
        new EtcdRequests(options.prefix(), options.previous(), options.transactions());
    JetcdOpening opening = new JetcdOpening(options, login);
    JetcdClient jetcd = new JetcdClient(opening, requests);
    return OpeningStep.orClose(
        () -> {
          jetcd.close();
          timeLimit.end();
          loops.end();
        },
        () -> {
          EtcdChannels channels = new EtcdChannels(options, loops);
          EtcdConnector connector =
              new EtcdConnector(
                  options,
                  channels,
                  new Links(options, loops),
                  login,
                  jetcd,
                  requests,
                  config.connectTimeout());
          LoadConnections load =
              switch (options.client()) {
                case LIGHT ->
                    new EtcdLightConnections(
                        connector.open(config.connections()), requests, timeLimit);
                case LIBRARY ->
                    new EtcdLibraryConnections(
                        connector.openLibrary(config.connections(), opening),
                        new EtcdLibraryCalls(timeLimit),
                        options,
                        new PendingReleases());
              };
          EtcdClusterStateReader survey =
              new EtcdClusterStateReader(options, channels, login, jetcd, requests);
          return new EtcdBinding(load, loops, jetcd, survey, timeLimit, options, requests);
        });
  }

  @Override
  public Session openSession(int client) throws BindingException {
    return load.openSession(client);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    if (request.once()) {
      throw new BindingException("etcd has no one-shot watches; omit watch.once.");
    }
    return load.watch(request, listener);
  }

  @Override
  public long awaitReleases(Duration limit) throws InterruptedException {
    return load.awaitReleases(limit);
  }

  @Override
  public KeySpace keySpace() {
    return new EtcdKeySpace(jetcd, options.prefix(), requests);
  }

  @Override
  public List<ServerState> servers() throws InterruptedException {
    List<ServerState> states = new ArrayList<>(survey.states());
    states.set(0, withCompactions(states.getFirst()));
    return List.copyOf(states);
  }

  private ServerState withCompactions(ServerState state) {
    Map<String, String> details = new LinkedHashMap<>(state.details());
    compactor.tell(details);
    return EtcdClusterStateReader.with(state, details, state.problem());
  }

  @Override
  public OptionalLong connectionsOpened() {
    return load.openings();
  }

  @Override
  public String clientLibrary() {
    return load.clientLibrary();
  }

  @Override
  public void close() {
    compactor.end();
    jetcd.close();
    load.close();
    timeLimit.end();
    loops.end();
  }
}
