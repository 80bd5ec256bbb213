package io.kvbench.bindings.dengine;

import io.kvbench.bindings.dengine.proto.WatchRequest;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.OpeningStep;
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
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A binding whose sessions share a fixed number of connections. */
final class DEngineBinding implements Binding {
  private final EventLoops loops;
  private final List<DEngineConnection> connections;
  private final Leadership leadership;
  private final DEngineRequests requests;
  private final DEngineClusterStateReader survey;
  private final TimeLimit timeLimit;
  private final WatchConnections watchers;
  private final KeySpace keySpace;
  private final Queue<DEngineSession> sessions = new ConcurrentLinkedQueue<>();
  private final AtomicInteger opened = new AtomicInteger();

  private DEngineBinding(
      EventLoops loops,
      List<DEngineConnection> connections,
      Leadership leadership,
      DEngineRequests requests,
      DEngineClusterStateReader survey,
      TimeLimit timeLimit,
      WatchConnections watchers,
      KeySpace keySpace) {
    this.loops = loops;
    this.connections = connections;
    this.leadership = leadership;
    this.requests = requests;
    this.survey = survey;
    this.timeLimit = timeLimit;
    this.watchers = watchers;
    this.keySpace = keySpace;
  }

  static Binding open(DEngineClientOptions options, BindingConfig config)
      throws BindingException, InterruptedException {
    EventLoops loops = EventLoops.start("dengine", options.eventLoops());
    return OpeningStep.orClose(
        loops::end,
        () -> {
          DEngineChannels channels = new DEngineChannels(options, loops);
          DEngineRequests requests = new DEngineRequests(options);
          Leadership leadership = new Leadership(new LeaderSearch(options, channels));
          DEngineConnector opening = new DEngineConnector(options, channels, leadership, requests);
          return new DEngineBinding(
              loops,
              opening.open(config.connections(), config.connectTimeout()),
              leadership,
              requests,
              new DEngineClusterStateReader(options, channels, requests),
              TimeLimit.start("dengine", options.requestTimeout()),
              new WatchConnections(options, channels, loops.group(), config.connections()),
              new DEngineKeySpace(
                  channels, new LeaderSearch(options, channels), requests.prefix()));
        });
  }

  @Override
  public Session openSession(int client) {
    DEngineConnection connection = connections.get(Math.floorMod(client, connections.size()));
    DEngineSession session =
        new DEngineSession(connection, requests, timeLimit, opened.incrementAndGet());
    sessions.add(session);
    timeLimit.add(session);
    return session;
  }

  @Override
  public Watcher watch(WatcherRequest asked, WatchListener listener) throws BindingException {
    if (asked.once()) {
      throw new BindingException("d-engine has no one-shot watches; set watch.once=false.");
    }
    WatchRequest request =
        switch (asked.target()) {
          case WatchTarget.Single(Key key) -> requests.watch(key);
          case WatchTarget.All() -> requests.watchAll();
          case WatchTarget.Group(Key group) ->
              throw new BindingException("d-engine has no leases, and so no groups.");
        };
    return watchers.open(asked.stream(), request, listener);
  }

  @Override
  public KeySpace keySpace() {
    return keySpace;
  }

  @Override
  public List<ServerState> servers() throws InterruptedException {
    return survey.states(sessions.stream().mapToLong(DEngineSession::writtenBytes).sum());
  }

  @Override
  public boolean recordsExpire() {
    return survey.recordsExpire();
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.coordinates(DEngineBinding.class);
  }

  @Override
  public void close() {
    watchers.close();
    leadership.close();
    DEngineConnector.close(connections);
    timeLimit.end();
    loops.end();
  }
}
