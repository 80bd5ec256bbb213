package io.kvbench.runner.distributed.agent;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.distributed.coordination.AgentMembership;
import io.kvbench.runner.distributed.coordination.ControllerConnection;
import io.kvbench.runner.distributed.coordination.Inbox;
import io.kvbench.runner.distributed.coordination.Outbox;
import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Messages;
import io.kvbench.runner.distributed.message.Order;
import io.kvbench.runner.run.PlanFactory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * An agent of one run: it joins a controller, carries out its orders, and ends with it. When the
 * controller is lost, its clients stop within the session timeout. For one thread.
 */
public final class LoadAgent {
  /** The base name of an agent's certificate and key files. */
  public static final String CERTIFICATE = "agent";

  private final ControllerConnection coordination;
  private final PlanFactory planning;
  private final NanoClock clock;
  private final StopSignal stop;
  private final List<String> sidecar;
  private final Consumer<String> log;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /** An event that the agent handles, in order of arrival. */
  private sealed interface Event {
    record Told(Order order) implements Event {}

    /** The end of the agent, or of its controller. */
    record Over(Optional<String> problem) implements Event {}
  }

  /**
   * Prepares an agent.
   *
   * @param stop ends it, and the phase that it is in
   * @param sidecar what runs {@code kvbench sidecar}; empty to sample nothing
   * @param log receives messages for its user
   */
  public LoadAgent(
      ControllerConnection coordination,
      PlanFactory planning,
      NanoClock clock,
      StopSignal stop,
      List<String> sidecar,
      Consumer<String> log) {
    this.coordination = coordination;
    this.planning = planning;
    this.clock = clock;
    this.stop = stop;
    this.sidecar = List.copyOf(sidecar);
    this.log = log;
  }

  /**
   * Serves one run.
   *
   * @param index which part of it to carry, counted from 0; empty where any will do
   * @throws IOException with a message for the user, if the run ended early here
   */
  public void serve(OptionalInt index) throws IOException, InterruptedException {
    Runnable ending = () -> events.add(new Event.Over(Optional.empty()));
    coordination.whenLost(() -> over("the controller is gone"));
    stop.listen(ending);
    String name =
        AgentMembership.join(
            coordination, Messages.encode(Hello.ofThisProcess(coordination.fingerprint(), index)));
    Outbox out = Outbox.fromAgent(coordination, name);
    AgentRun run =
        new AgentRun(
            report -> out.send(Messages.encode((Record) report)),
            planning,
            clock,
            sidecar,
            coordination.files());
    stop.listen(run::stop);
    log.accept("joined the controller");
    Inbox orders = Inbox.toAgent(coordination, name, this::received, this::broken);
    try {
      follow(run);
    } finally {
      orders.close();
      run.end();
      stop.forget(ending);
    }
  }

  private void follow(AgentRun run) throws IOException, InterruptedException {
    while (true) {
      switch (events.take()) {
        case Event.Over over -> {
          run.stop();
          if (over.problem().isPresent()) {
            throw new IOException(over.problem().get());
          }
          return;
        }
        case Event.Told told -> {
          switch (told.order()) {
            case Order.Refuse refuse -> throw new IOException(refuse.reason());
            case Order.Prepare prepare -> {
              log.accept(
                  "carries part %d of %d of %s on %s"
                      .formatted(
                          prepare.part() + 1,
                          prepare.parts(),
                          prepare.workload(),
                          prepare.system()));
              run.prepare(prepare, coordination.clockOffset(clock));
            }
            case Order.Enter enter -> run.enter(enter, coordination.clockOffset(clock));
            case Order.Begin begin -> run.begin(begin.at());
            case Order.Stop now -> run.stopPhase();
            case Order.Account account -> run.account();
            case Order.Leave leave -> {
              return;
            }
          }
        }
      }
    }
  }

  private void received(byte[] message) {
    try {
      events.add(new Event.Told(Messages.order(message)));
    } catch (IOException e) {
      over("the controller sent " + e.getMessage());
    }
  }

  private void broken(IOException e) {
    over(String.valueOf(e.getMessage()));
  }

  private void over(String problem) {
    events.add(new Event.Over(Optional.of(problem)));
  }
}
