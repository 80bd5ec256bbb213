package io.kvbench.runner.distributed.controller;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.distributed.StartedAgents;
import io.kvbench.runner.distributed.coordination.AgentMembership;
import io.kvbench.runner.distributed.coordination.ControllerConnection;
import io.kvbench.runner.distributed.coordination.Inbox;
import io.kvbench.runner.distributed.coordination.Outbox;
import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Messages;
import io.kvbench.runner.distributed.message.Order;
import io.kvbench.runner.distributed.message.Report;
import io.kvbench.runner.run.Version;
import io.kvbench.runner.run.hosts.RelayedSamples;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rendezvous of one run: the server that agents connect to, the agents that have joined, and
 * their messages. Events are queued for the thread of the run.
 */
final class AgentRendezvous implements AutoCloseable {
  private final StopSignal stop;
  private final NanoClock clock;

  /** The maximum number of queued reports. */
  private static final int MOST_REPORTS = 20_000;

  /** The time in which agents have to disconnect. */
  private static final Duration GOODBYE = Duration.ofSeconds(3);

  private final LinkedBlockingQueue<ControllerEvent> events = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(MOST_REPORTS);
  private final Map<String, RemoteAgent> members = new HashMap<>();
  private final SortedMap<Integer, RemoteAgent> byIndex = new TreeMap<>();
  private final Map<String, RelayedSamples> sampled = new ConcurrentHashMap<>();
  private final Runnable wake = this::wake;
  private final List<AutoCloseable> owned = new ArrayList<>();
  private @Nullable ControllerConnection coordination;
  private StartedAgents started = StartedAgents.BY_USER;

  AgentRendezvous(StopSignal stop, NanoClock clock) {
    this.stop = stop;
    this.clock = clock;
    stop.listen(wake);
  }

  private void wake() {
    events.add(new ControllerEvent.Woken());
  }

  /** Takes something that goes with it, last come first. */
  void owns(AutoCloseable thing) {
    owned.addFirst(thing);
  }

  /** Opens the doors, over a connection that is closed at the end. */
  void open(ControllerConnection connected) throws IOException {
    coordination = connected;
    owns(connected);
    connected.prepare();
    owns(
        AgentMembership.watch(
            connected, this::joined, name -> events.add(new ControllerEvent.Left(name))));
  }

  private void joined(String name, byte[] hello) {
    try {
      events.add(new ControllerEvent.Joined(name, Messages.hello(hello)));
    } catch (IOException e) {
      events.add(new ControllerEvent.Broken(name, "says of itself what cannot be read"));
    }
  }

  /** Returns what happens next, or nothing if that takes longer. */
  Optional<ControllerEvent> next(long nanos) throws InterruptedException {
    ControllerEvent event = events.poll(nanos, TimeUnit.NANOSECONDS);
    if (event instanceof ControllerEvent.Reported) {
      room.release();
    }
    return Optional.ofNullable(event);
  }

  boolean isStopped() {
    return stop.isGiven();
  }

  Optional<RemoteAgent> member(String name) {
    return Optional.ofNullable(members.get(name));
  }

  List<RemoteAgent> members() {
    return List.copyOf(byIndex.values());
  }

  /**
   * Waits for agents. Each gets the part that it requests, the others the first free one in the
   * order of arrival. Agents of another version are told to leave, and end the run.
   *
   * @throws BindingException with a message for the user
   */
  void await(int count, Duration patience, StartedAgents expected)
      throws BindingException, InterruptedException {
    started = expected;
    long deadline = clock.nanos() + patience.toNanos();
    while (byIndex.size() < count) {
      Optional<ControllerEvent> event =
          next(Math.min(TimeUnit.SECONDS.toNanos(1), deadline - clock.nanos()));
      if (stop.isGiven()) {
        throw new InterruptedException();
      }
      if (event.isPresent()) {
        take(event.get(), count);
      }
      Optional<String> ended = started.ended();
      if (ended.isPresent()) {
        throw new BindingException(ended.get());
      }
      if (clock.nanos() >= deadline) {
        throw new BindingException(
            "%d of %d agents have joined in %d s (agents.timeout)%s"
                .formatted(
                    byIndex.size(),
                    count,
                    patience.toSeconds(),
                    started.missing().map(reason -> "; " + reason).orElse("")));
      }
    }
  }

  private void take(ControllerEvent event, int count) throws BindingException {
    switch (event) {
      case ControllerEvent.Joined joined -> admit(joined.agent(), joined.hello(), count);
      case ControllerEvent.Left left -> {
        RemoteAgent gone = members.get(left.agent());
        if (gone != null) {
          throw new BindingException(
              gone.title() + ", before the run has begun: " + goneReason(gone));
        }
      }
      case ControllerEvent.Broken broken ->
          throw new BindingException("an agent " + broken.problem() + " (" + broken.agent() + ")");
      case ControllerEvent.Reported reported -> {}
      case ControllerEvent.Woken woken -> {}
    }
  }

  private void admit(String name, Hello hello, int count) throws BindingException {
    try {
      ControllerConnection connected = Objects.requireNonNull(coordination);
      Outbox orders = Outbox.toAgent(connected, name, hello.fingerprint());
      Optional<String> refusal = refusal(hello, count);
      if (refusal.isPresent()) {
        String reason =
            "the agent on %s (pid %d) %s".formatted(hello.host(), hello.pid(), refusal.get());
        orders.send(Messages.encode(new Order.Refuse(reason)));
        awaitLeft(Set.of(name));
        throw new BindingException(reason);
      }
      Inbox reports =
          Inbox.fromAgent(
              connected,
              name,
              message -> reported(name, message),
              broken ->
                  events.add(
                      new ControllerEvent.Broken(name, String.valueOf(broken.getMessage()))));
      RemoteAgent member = new RemoteAgent(name, index(hello), hello, orders, reports);
      members.put(name, member);
      byIndex.put(member.index(), member);
    } catch (IOException e) {
      throw new BindingException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Sends an agent away that comes when all have come. */
  void refuse(String name, Hello hello) {
    String reason =
        "the run has its %s already; this one is not needed"
            .formatted(byIndex.size() == 1 ? "agent" : byIndex.size() + " agents");
    try {
      Outbox.toAgent(Objects.requireNonNull(coordination), name, hello.fingerprint())
          .send(Messages.encode(new Order.Refuse(reason)));
    } catch (IOException e) {
      // The agent notices when the run ends.
    }
  }

  private Optional<String> refusal(Hello hello, int count) {
    if (!hello.version().equals(Version.CURRENT)) {
      return Optional.of(
          "is kvbench %s, and the controller is %s: use the same version"
              .formatted(hello.version(), Version.CURRENT));
    }
    int index = index(hello);
    if (index < 0 || index >= count) {
      return Optional.of(
          "has the index %d, and those of %d agents begin at 0".formatted(index, count));
    }
    return byIndex.containsKey(index)
        ? Optional.of("has the index %d, as %s".formatted(index, byIndex.get(index).title()))
        : Optional.empty();
  }

  private int index(Hello hello) {
    return hello
        .index()
        .orElseGet(
            () ->
                IntStream.iterate(0, index -> index + 1)
                    .filter(index -> !byIndex.containsKey(index))
                    .findFirst()
                    .orElseThrow());
  }

  /** Waits until agents have read their last orders, before the server stops. */
  void awaitLeft(Set<String> names) {
    Set<String> waited = new HashSet<>(names);
    long deadline = clock.nanos() + GOODBYE.toNanos();
    try {
      while (!waited.isEmpty()) {
        Optional<ControllerEvent> event = next(deadline - clock.nanos());
        if (event.isEmpty()) {
          return;
        } else if (event.get() instanceof ControllerEvent.Left left) {
          waited.remove(left.agent());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns why an agent is gone, as far as it is known. */
  String goneReason(RemoteAgent member) {
    return "is gone: its session ended; " + started.fate(member.hello().pid());
  }

  /** Hands the samples of an agent on as they come. */
  void sample(RemoteAgent member, RelayedSamples samples) {
    sampled.put(member.session(), samples);
  }

  boolean isSampled(RemoteAgent member) {
    return sampled.containsKey(member.session());
  }

  private void reported(String name, byte[] message) {
    try {
      Report report = Messages.report(message);
      if (report instanceof Report.Sampled sample) {
        RelayedSamples wanted = sampled.get(name);
        if (wanted != null) {
          wanted.take(sample.line(), sample.aheadNanos(), sample.errorNanos());
        }
        return;
      }
      if (report instanceof Report.Unsampled lost) {
        Optional.ofNullable(sampled.get(name)).ifPresent(samples -> samples.lost(lost.why()));
        return;
      }
      // An agent can neither fill the memory nor keep other events out.
      room.acquire();
      events.add(new ControllerEvent.Reported(name, report));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      events.add(new ControllerEvent.Broken(name, "sent " + e.getMessage()));
    }
  }

  @Override
  public void close() {
    stop.forget(wake);
    byIndex.values().forEach(RemoteAgent::close);
    for (AutoCloseable thing : owned) {
      try {
        thing.close();
      } catch (Exception e) {
        // Temporary files, and connections that end with the process.
      }
    }
  }
}
