package io.kvbench.results.verdict;

import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.AgentResult.AgentPhase;
import io.kvbench.results.format.PhaseResult;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The checks that agents started together, and that each had enough processors. */
final class AgentChecks {
  private final Evidence evidence;
  private final PhaseResult phase;
  private final Settings limits;
  private final Findings findings;

  AgentChecks(Evidence evidence, PhaseResult phase, Settings limits, Findings findings) {
    this.evidence = evidence;
    this.phase = phase;
    this.limits = limits;
    this.findings = findings;
  }

  /** Resource use of the agents on one machine. */
  private record Use(double cpu, int processors) {
    Use plus(Use other) {
      return new Use(cpu + other.cpu, Math.max(processors, other.processors));
    }
  }

  void check() {
    Map<String, Use> hosts = new TreeMap<>();
    for (AgentResult agent : evidence.agents()) {
      for (AgentPhase part : agent.phases()) {
        if (part.phase().equals(Findings.title(phase))) {
          skew(agent, part);
          hosts.merge(agent.host(), new Use(part.cpu().orElse(0), part.processors()), Use::plus);
        }
      }
    }
    // On a single machine the check of the whole says the same.
    if (hosts.size() > 1) {
      hosts.forEach(this::processors);
    }
  }

  private void skew(AgentResult agent, AgentPhase part) {
    Duration most = limits.get(VerdictSettings.AGENT_SKEW);
    if (part.skewMicros() > most.toNanos() / 1_000) {
      findings.suspect(
          phase,
          "agent skew",
          "%s began %s after the first agent"
              .formatted(agent.name(), Quantities.preciseTime(part.skewMicros() * 1e3)),
          "at most %s, %s"
              .formatted(
                  Quantities.preciseTime(most.toNanos()), VerdictSettings.AGENT_SKEW.name()));
    }
  }

  private void processors(String host, Use use) {
    double most = limits.get(VerdictSettings.CPU);
    double share = use.processors == 0 ? 0 : use.cpu / use.processors;
    if (share > most) {
      findings.suspect(
          phase,
          "cpu",
          "the agents on %s used %s of its %s"
              .formatted(
                  host,
                  Quantities.preciseShare(share),
                  Quantities.count(use.processors, "processor")),
          "at most %s, %s".formatted(Quantities.preciseShare(most), VerdictSettings.CPU.name()));
    }
  }
}
