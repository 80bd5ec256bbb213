package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A query of the servers' states with a short timeout: a dead store must not delay the result. */
final class ServerStateCollector {
  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final Duration STOPPING = Duration.ofSeconds(2);

  /** The time in which acknowledged writes reach all servers; usually a second or two. */
  private static final Duration CATCHING_UP = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(250);

  private final Binding binding;
  private final List<String> names;
  private final StopSignal stop;
  private final NanoClock clock = NanoClock.system();

  /**
   * Prepares questions.
   *
   * @param names what to call the servers where the binding does not
   */
  ServerStateCollector(Binding binding, List<String> names, StopSignal stop) {
    this.binding = binding;
    this.names = List.copyOf(names);
    this.stop = stop;
  }

  /** Returns what every server says; all of them are silent where the binding does not say it. */
  List<ServerState> states() throws InterruptedException {
    Duration limit = stop.isGiven() ? STOPPING : PATIENT;
    CompletableFuture<List<ServerState>> answers = new CompletableFuture<>();
    Thread asking = Thread.ofVirtual().name("survey").start(() -> complete(answers));
    try {
      return answers.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return silent("threw " + e.getCause());
    } catch (TimeoutException e) {
      return silent("did not return within " + limit.toSeconds() + " s");
    } finally {
      asking.interrupt();
    }
  }

  /** Asks again for as long as followers may take to catch up, while the counts differ. */
  List<ServerState> settled() throws InterruptedException {
    long deadline = clock.nanos() + CATCHING_UP.toNanos();
    List<ServerState> states = states();
    while (differ(states) && !stop.isGiven() && clock.nanos() - deadline < 0) {
      Thread.sleep(PAUSE);
      List<ServerState> again = states();
      states = again.stream().allMatch(state -> state.problem().isPresent()) ? states : again;
    }
    return states;
  }

  private List<ServerState> silent(String what) {
    return names.stream()
        .map(name -> ServerState.silent(name, "the binding's servers() " + what))
        .toList();
  }

  private static boolean differ(List<ServerState> states) {
    return states.stream().flatMapToLong(state -> state.keys().stream()).distinct().count() > 1;
  }

  private void complete(CompletableFuture<List<ServerState>> answers) {
    try {
      answers.complete(List.copyOf(binding.servers()));
    } catch (InterruptedException | RuntimeException | Error e) {
      answers.completeExceptionally(e);
    }
  }
}
