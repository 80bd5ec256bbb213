package io.kvbench.bindings.etcd;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EndpointSource;
import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.library.EtcdLibraryConnection;
import io.kvbench.bindings.etcd.light.BlockingExchange;
import io.kvbench.bindings.etcd.light.EtcdConnection;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.etcd.status.EtcdDiagnosis;
import io.kvbench.bindings.etcd.status.JetcdClient;
import io.kvbench.bindings.etcd.status.JetcdOpening;
import io.kvbench.bindings.etcd.status.LeaderSource;
import io.kvbench.bindings.etcd.status.Login;
import io.kvbench.bindings.etcd.wire.Links;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.OpeningStep;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.HostNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The opening of a binding's connections, which succeeds or fails as a whole. */
final class EtcdConnector {
  private final EtcdClientOptions options;
  private final EtcdChannels channels;
  private final Links links;
  private final Login login;
  private final JetcdClient jetcd;
  private final EtcdRequests requests;
  private final Duration limit;
  private final Deadline deadline;

  EtcdConnector(
      EtcdClientOptions options,
      EtcdChannels channels,
      Links links,
      Login login,
      JetcdClient jetcd,
      EtcdRequests requests,
      Duration limit) {
    this.options = options;
    this.channels = channels;
    this.links = links;
    this.login = login;
    this.jetcd = jetcd;
    this.requests = requests;
    this.limit = limit;
    this.deadline = Deadline.in(limit);
  }

  /**
   * Opens connections, and waits until each has received an answer to a linearizable read.
   *
   * @throws BindingException if that takes longer than the limit; nothing is left open
   */
  List<EtcdConnection> open(int count) throws BindingException, InterruptedException {
    List<EtcdConnection> connections =
        sources(count).stream().map(source -> new EtcdConnection(links, source, login)).toList();
    return OpeningStep.orClose(
        () -> close(connections),
        () -> {
          use(connections);
          return connections;
        });
  }

  /** Opens connections through jetcd's client, in the same way. */
  List<EtcdLibraryConnection> openLibrary(int count, JetcdOpening opening)
      throws BindingException, InterruptedException {
    List<EtcdLibraryConnection> connections = new ArrayList<>(count);
    return OpeningStep.orClose(
        () -> connections.forEach(EtcdLibraryConnection::close),
        () -> {
          for (EndpointSource source : sources(count)) {
            connections.add(new EtcdLibraryConnection(opening, source));
          }
          for (EtcdLibraryConnection connection : connections) {
            use(connection);
          }
          return List.copyOf(connections);
        });
  }

  private void use(EtcdLibraryConnection connection) throws BindingException, InterruptedException {
    if (connection.awaitReady(deadline).isPresent()) {
      throw notUsable();
    }
    try {
      if (connection.read(false, deadline.left()).getHeader().getRevision() <= 0) {
        throw new BindingException(notEtcd());
      }
    } catch (StatusException e) {
      passIfDenied(e);
    }
  }

  /**
   * Returns the endpoints of each connection, once servers accept the user and have a leader if
   * needed.
   */
  private List<EndpointSource> sources(int count) throws BindingException, InterruptedException {
    HostNames.check(
        "etcd", options.where(), options.endpoints().stream().map(Endpoint::host).toList());
    authenticate();
    EndpointSource leader = new LeaderSource(options, jetcd);
    if (options.targetLeader()) {
      awaitLeader(leader);
    }
    return IntStream.range(0, count)
        .mapToObj(
            index ->
                options.targetLeader()
                    ? leader
                    : EndpointSource.rotated(options.endpoints(), index))
        .toList();
  }

  private void authenticate() throws BindingException, InterruptedException {
    if (options.credentials().isEmpty()) {
      return;
    }
    EtcdConnection connection =
        new EtcdConnection(links, EndpointSource.rotated(options.endpoints(), 0), login);
    connection.start();
    try {
      if (!connection.awaitReady(deadline)) {
        throw notUsable();
      }
      login.renew(connection::authenticate, deadline.left());
    } catch (StatusException e) {
      throw refused(e);
    } finally {
      connection.close();
    }
  }

  /** A cluster that has just started may not have elected one yet. */
  private void awaitLeader(EndpointSource leader) throws BindingException, InterruptedException {
    while (true) {
      try {
        leader.find();
        return;
      } catch (BindingException e) {
        if (deadline.isOver()) {
          throw new BindingException(
              new EtcdDiagnosis(options, channels).whyNotUsable(limit)
                  + " etcd.targetleader=true needs an endpoint that leads its cluster.",
              e);
        }
        Thread.sleep(Duration.ofMillis(200));
      }
    }
  }

  /** In parallel: sequential requests would add up over many connections. */
  private void use(List<EtcdConnection> connections) throws BindingException, InterruptedException {
    connections.forEach(EtcdConnection::start);
    List<BlockingExchange> replies = new ArrayList<>(connections.size());
    for (EtcdConnection connection : connections) {
      if (!connection.awaitReady(deadline)) {
        throw notUsable();
      }
      replies.add(BlockingExchange.ask(connection, Rpc.RANGE, requests.probe(), login.token()));
    }
    for (BlockingExchange reply : replies) {
      check(reply);
    }
  }

  private void check(BlockingExchange reply) throws BindingException, InterruptedException {
    try {
      if (!EtcdDiagnosis.isEtcds(reply.await(deadline.left()))) {
        throw new BindingException(notEtcd());
      }
    } catch (StatusException e) {
      passIfDenied(e);
    }
  }

  /** Users that may only write, or only access other keys, are rejected by the operations. */
  private void passIfDenied(StatusException e) throws BindingException, InterruptedException {
    if (e.getStatus().getCode() != Status.Code.PERMISSION_DENIED) {
      throw refused(e);
    }
  }

  private BindingException refused(StatusException e) throws InterruptedException {
    if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
      return new BindingException(notEtcd(), e);
    }
    EtcdFailure failure = EtcdFailure.of(e.getStatus());
    return switch (failure.kind()) {
      case UNAUTHORIZED ->
          options
              .credentials()
              .map(
                  who ->
                      new BindingException(
                          "etcd at "
                              + options.where()
                              + " refuses the user "
                              + who.user()
                              + " or the password. Correct etcd.user and etcd.password.file or"
                              + " etcd.password.",
                          e))
              .orElseGet(
                  () ->
                      new BindingException(
                          "etcd at "
                              + options.where()
                              + " requires authentication. Set etcd.user and etcd.password.file.",
                          e));
      case CONNECTION_LOST, TIMEOUT, UNAVAILABLE ->
          new BindingException(
              new EtcdDiagnosis(options, channels).whyNotUsable(limit)
                  + " The last answer was "
                  + failure.message()
                  + ".",
              e);
      default ->
          new BindingException(
              "etcd at " + options.where() + " cannot be used: " + failure.message() + ".", e);
    };
  }

  private String notEtcd() {
    return options.where() + " " + EtcdDiagnosis.NOT_ETCD + ". Correct endpoints=.";
  }

  private BindingException notUsable() throws InterruptedException {
    return new BindingException(new EtcdDiagnosis(options, channels).whyNotUsable(limit));
  }

  /** Closes all connections in parallel; operations in flight fail. */
  static void close(List<EtcdConnection> connections) {
    connections.forEach(EtcdConnection::close);
  }
}
