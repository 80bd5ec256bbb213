package io.kvbench.runner.run.fault;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.cluster.ClusterNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The roles of servers that kvbench did not start, as they report them to the binding. All servers
 * are queried in parallel, and rarely: they also count their records. For any thread.
 */
final class ReportedRoles implements Function<ClusterNode, String> {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final ServerSurvey survey;
  private final NanoClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private List<ServerState> states = List.of();
  private long answered;

  ReportedRoles(ServerSurvey survey, NanoClock clock) {
    this.survey = survey;
    this.clock = clock;
    answered = clock.nanos() - FRESH_NANOS;
  }

  @Override
  public String apply(ClusterNode node) {
    lock.lock();
    try {
      if (clock.nanos() - answered >= FRESH_NANOS) {
        states = survey.states();
        answered = clock.nanos();
      }
      // Without a leader there are no followers either, but candidates.
      return states.stream().noneMatch(ServerState::leader)
          ? RoleWatch.UNKNOWN
          : states.stream()
              .filter(state -> state.endpoint().equals(node.endpoint()))
              .filter(state -> state.leader() || state.problem().isEmpty())
              .findFirst()
              .map(state -> state.leader() ? Fault.LEADER : Fault.FOLLOWER)
              .orElse(RoleWatch.UNKNOWN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return RoleWatch.UNKNOWN;
    } finally {
      lock.unlock();
    }
  }
}
