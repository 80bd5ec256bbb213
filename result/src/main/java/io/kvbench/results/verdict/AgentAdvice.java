package io.kvbench.results.verdict;

import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.PhaseResult;

/**
 * An estimate of the number of agents that would carry a load which overloaded the processors of
 * the agents used.
 */
final class AgentAdvice {
  private AgentAdvice() {}

  /**
   * Returns a clause for a sentence; empty where the processors were not the limit. The processor
   * time of a request is taken to stay the same, and an open loop to reach its rate.
   *
   * @param agents how many there were, each on as many processors
   */
  static String of(PhaseResult phase, ClientCondition condition, int agents, Settings limits) {
    double most = limits.get(VerdictSettings.CPU);
    double share =
        condition.cpuNanos()
            / Math.max(
                1.0,
                (double) condition.windowNanos(phase.span().wallNanos()) * condition.processors());
    if (share <= most) {
      return "";
    }
    double achieved = Math.max(1, phase.rates().throughputPerSecond());
    double wanted = Math.max(achieved, phase.rates().offeredPerSecond().orElse(achieved));
    long enough = (long) Math.ceil(agents * share * wanted / achieved / most);
    return "; %d load machines like %s would be enough (agents)"
        .formatted(Math.max(agents + 1, enough), agents == 1 ? "it" : "these");
  }
}
