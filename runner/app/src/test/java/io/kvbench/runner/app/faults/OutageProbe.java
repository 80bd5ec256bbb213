package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.run.Bindings;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A put every 20 ms beside a run, over a connection to each server in turn, whether or not the ones
 * before were answered; and when they were.
 */
final class OutageProbe implements AutoCloseable {
  private static final long EVERY_MILLIS = 20;
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final Binding binding;
  private final List<Session> sessions = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger sent = new AtomicInteger();

  /** Guarded by itself. */
  private final List<Instant> answered = new ArrayList<>();

  private OutageProbe(Binding binding) {
    this.binding = binding;
  }

  /** Begins as soon as the servers answer. */
  static OutageProbe start(String system, List<String> endpoints)
      throws BindingException, InterruptedException {
    Bindings.Reachable reachable = Bindings.load().find(system).orElseThrow();
    Assignments given = new Assignments();
    given.add(system + ".prefix", "probe/", Origin.of("probe"));
    Settings settings = Settings.resolve(given, reachable.system().settings(), new Problems());
    OutageProbe probe =
        new OutageProbe(
            reachable
                .provider()
                .open(
                    reachable.system(),
                    new BindingConfig(endpoints, endpoints.size(), START_LIMIT, settings)));
    for (int number = 0; number < endpoints.size(); number++) {
      probe.sessions.add(probe.binding.openSession(number));
    }
    Future<?> unused =
        probe.timer.scheduleAtFixedRate(probe::put, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    return probe;
  }

  private void put() {
    int number = sent.getAndIncrement();
    Value value = Value.of(new byte[] {1});
    sessions
        .get(number % sessions.size())
        .submit(
            new Operation.Update(Key.of("probe"), value),
            new Completion() {
              @Override
              public void succeeded(Outcome outcome) {
                synchronized (answered) {
                  answered.add(Instant.now());
                }
              }

              @Override
              public void found(ByteBuffer found, long version) {
                throw new AssertionError("a put reads nothing");
              }

              @Override
              public void failed(ErrorKind kind, String message) {
                // Only the time until other operations succeed matters.
              }
            });
  }

  /**
   * Returns the longest time between two answers of which some is in a stretch of time: a machine
   * that is busy may stop everything at another time.
   */
  Duration longestSilence(Instant from, Instant to) {
    List<Instant> times;
    synchronized (answered) {
      times = List.copyOf(answered);
    }
    assertThat(times).hasSizeGreaterThan(100);
    Duration longest = Duration.ZERO;
    for (int answer = 1; answer < times.size(); answer++) {
      Duration silence = Duration.between(times.get(answer - 1), times.get(answer));
      boolean within = times.get(answer).isAfter(from) && times.get(answer - 1).isBefore(to);
      if (within && silence.compareTo(longest) > 0) {
        longest = silence;
      }
    }
    return longest;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    sessions.forEach(Session::close);
    binding.close();
  }
}
