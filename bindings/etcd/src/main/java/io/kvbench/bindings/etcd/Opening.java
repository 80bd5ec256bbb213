package io.kvbench.bindings.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeResponse;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.core.binding.BindingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Opens all connections of a binding, or none. */
final class Opening {
  private final ClientOptions options;
  private final Channels channels;
  private final Login login;
  private final JetcdClient jetcd;
  private final Requests requests;
  private final Duration limit;
  private final Deadline deadline;

  Opening(
      ClientOptions options,
      Channels channels,
      Login login,
      JetcdClient jetcd,
      Requests requests,
      Duration limit) {
    this.options = options;
    this.channels = channels;
    this.login = login;
    this.jetcd = jetcd;
    this.requests = requests;
    this.limit = limit;
    this.deadline = Deadline.in(limit);
  }

  /**
   * Opens connections until each has been answered a linearizable read.
   *
   * @throws BindingException if that does not come about within the limit; nothing is left open
   */
  List<Connection> open(int count) throws BindingException, InterruptedException {
    List<Connection> connections = new ArrayList<>(count);
    boolean opened = false;
    try {
      authenticate();
      EndpointSource leader = new LeaderSource(options, jetcd);
      if (options.targetLeader()) {
        awaitLeader(leader);
      }
      for (int index = 0; index < count; index++) {
        EndpointSource source =
            options.targetLeader() ? leader : EndpointSource.rotated(options.endpoints(), index);
        connections.add(new Connection(channels.make(source), login));
      }
      use(connections);
      opened = true;
      return List.copyOf(connections);
    } finally {
      if (!opened) {
        close(connections);
      }
    }
  }

  private void authenticate() throws BindingException, InterruptedException {
    if (options.credentials().isEmpty()) {
      return;
    }
    ManagedChannel channel = channels.make(EndpointSource.rotated(options.endpoints(), 0));
    try {
      if (!new Connection(channel, login).awaitReady(deadline)) {
        throw notUsable();
      }
      login.renew(channel, deadline.left());
    } catch (StatusException e) {
      throw refused(e);
    } finally {
      channel.shutdownNow();
    }
  }

  /** A cluster that has just started may still have to elect one. */
  private void awaitLeader(EndpointSource leader) throws BindingException, InterruptedException {
    while (true) {
      try {
        leader.find();
        return;
      } catch (BindingException e) {
        if (deadline.isOver()) {
          throw new BindingException(
              new Diagnosis(options, channels).whyNotUsable(limit)
                  + " etcd.targetleader=true needs an endpoint that leads its cluster.",
              e);
        }
        Thread.sleep(Duration.ofMillis(200));
      }
    }
  }

  /** All at once: one after the other would add up over many connections. */
  private void use(List<Connection> connections) throws BindingException, InterruptedException {
    connections.forEach(each -> each.channel().getState(true));
    List<Question<RangeResponse>> questions = new ArrayList<>(connections.size());
    for (Connection connection : connections) {
      if (!connection.awaitReady(deadline)) {
        throw notUsable();
      }
      questions.add(
          Question.ask(
              connection.channel(),
              KVGrpc.getRangeMethod(),
              requests.probe(),
              Login.headers(login.token()),
              deadline.left()));
    }
    for (Question<RangeResponse> question : questions) {
      check(question);
    }
  }

  private void check(Question<RangeResponse> question)
      throws BindingException, InterruptedException {
    try {
      question.await();
    } catch (StatusException e) {
      // Whoever may only write, or only other keys, learns it from the operations.
      if (e.getStatus().getCode() != Status.Code.PERMISSION_DENIED) {
        throw refused(e);
      }
    }
  }

  private BindingException refused(StatusException e) throws InterruptedException {
    Failure failure = Failure.of(e.getStatus());
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
                              + " wants its clients to authenticate. Set etcd.user and"
                              + " etcd.password.file.",
                          e));
      case CONNECTION_LOST, TIMEOUT, UNAVAILABLE ->
          new BindingException(
              new Diagnosis(options, channels).whyNotUsable(limit)
                  + " The last answer was "
                  + failure.message()
                  + ".",
              e);
      default ->
          new BindingException(
              "etcd at " + options.where() + " cannot be used: " + failure.message() + ".", e);
    };
  }

  private BindingException notUsable() throws InterruptedException {
    return new BindingException(new Diagnosis(options, channels).whyNotUsable(limit));
  }

  /** Ends all connections at once; what is under way fails. */
  static void close(List<Connection> connections) {
    connections.forEach(each -> each.channel().shutdownNow());
    Deadline end = Deadline.in(Duration.ofSeconds(5));
    boolean interrupted = Thread.interrupted();
    for (Connection connection : connections) {
      interrupted |= connection.awaitEnd(end);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
