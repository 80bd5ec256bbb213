package io.kvbench.bindings.etcd;

import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sessions spread over a fixed number of connections. */
final class EtcdBinding implements Binding {
  private final EventLoops loops;
  private final List<Connection> connections;
  private final JetcdClient jetcd;
  private final Requests requests;
  private final ClusterStateReader survey;
  private final TimeLimit timeLimit;
  private final Compactor compactor;

  private EtcdBinding(
      EventLoops loops,
      List<Connection> connections,
      JetcdClient jetcd,
      Requests requests,
      ClusterStateReader survey,
      ClientOptions options) {
    this.loops = loops;
    this.connections = connections;
    this.jetcd = jetcd;
    this.requests = requests;
    this.survey = survey;
    this.timeLimit = TimeLimit.start("etcd", options.requestTimeout());
    this.compactor = Compactor.start(jetcd, options.compaction());
  }

  static Binding open(ClientOptions options, BindingConfig config)
      throws BindingException, InterruptedException {
    EventLoops loops = EventLoops.start("etcd", options.eventLoops());
    Login login = new Login(options.credentials());
    Requests requests = new Requests(options.prefix());
    JetcdClient jetcd = new JetcdClient(options, login, requests);
    boolean opened = false;
    try {
      Channels channels = new Channels(options, loops);
      ClusterStateReader survey = new ClusterStateReader(options, channels, login, jetcd, requests);
      List<Connection> connections =
          new Connector(
                  options,
                  channels,
                  new Links(options, loops),
                  login,
                  jetcd,
                  requests,
                  config.connectTimeout())
              .open(config.connections());
      opened = true;
      return new EtcdBinding(loops, connections, jetcd, requests, survey, options);
    } finally {
      if (!opened) {
        jetcd.close();
        loops.end();
      }
    }
  }

  @Override
  public Session openSession(int client) {
    Connection connection = connections.get(Math.floorMod(client, connections.size()));
    EtcdSession session = new EtcdSession(connection, requests, timeLimit);
    timeLimit.add(session);
    return session;
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
    return new ServerState(
        state.endpoint(),
        state.version(),
        state.leader(),
        state.term(),
        state.keys(),
        details,
        state.problem());
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.coordinates(EtcdBinding.class);
  }

  @Override
  public void close() {
    compactor.end();
    jetcd.close();
    Connector.close(connections);
    timeLimit.end();
    loops.end();
  }
}
