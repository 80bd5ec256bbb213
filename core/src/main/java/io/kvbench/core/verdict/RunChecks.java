package io.kvbench.core.verdict;

import io.kvbench.core.result.Verdict;
import java.util.Set;

/** What the run as a whole was: how far it came, and on what. */
final class RunChecks {
  /** The kinds of servers that kvbench starts, always beside itself. */
  private static final Set<String> ON_THIS_MACHINE = Set.of("embedded", "process", "docker");

  private RunChecks() {}

  static void check(Evidence evidence, Findings findings) {
    switch (evidence.status()) {
      case COMPLETE -> {}
      case PARTIAL ->
          findings.suspect(
              Verdict.STATUS, "interrupted before its planned end", "a run to its end");
      case FAILED ->
          findings.invalid(Verdict.STATUS, "failed before its planned end", "a run to its end");
    }
    if (evidence.localSystem()) {
      findings.suspect(
          "system",
          "answers come from inside kvbench",
          "a store of its own: nothing here is about a store");
    } else if (ON_THIS_MACHINE.contains(evidence.cluster().kind())) {
      findings.suspect(
          "cluster",
          "the servers share this machine's processors and disk with kvbench",
          "servers on machines of their own");
    }
    if (evidence.repeatedCompletions() > 0) {
      findings.invalid(
          "binding",
          evidence.repeatedCompletions() + " operations were completed more than once",
          "exactly once each");
    }
  }
}
