package io.kvbench.bindings.etcd;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sessions spread over a fixed number of gRPC channels. */
final class EtcdBinding implements Binding {
  private final EventLoops loops;
  private final List<Connection> connections;
  private final Requests requests;
  private final Survey survey;
  private final TimeLimit timeLimit;
  private final Compactor compactor;

  private EtcdBinding(
      EventLoops loops,
      List<Connection> connections,
      Requests requests,
      Survey survey,
      ClientOptions options) {
    this.loops = loops;
    this.connections = connections;
    this.requests = requests;
    this.survey = survey;
    this.timeLimit = TimeLimit.start(options.requestTimeout());
    this.compactor = Compactor.start(connections.getFirst(), requests, options.compaction());
  }

  static Binding open(ClientOptions options, BindingConfig config)
      throws BindingException, InterruptedException {
    EventLoops loops = EventLoops.start(options.eventLoops());
    boolean opened = false;
    try {
      Channels channels = new Channels(options, loops);
      Login login = new Login(options.credentials());
      Requests requests = new Requests(options.prefix());
      Survey survey = new Survey(options, channels, login, requests);
      List<Connection> connections =
          new Opening(options, channels, login, requests, config.connectTimeout())
              .open(config.connections());
      opened = true;
      return new EtcdBinding(loops, connections, requests, survey, options);
    } finally {
      if (!opened) {
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
    return ClientLibrary.coordinates();
  }

  @Override
  public void close() {
    compactor.end();
    Opening.close(connections);
    timeLimit.end();
    loops.end();
  }
}
