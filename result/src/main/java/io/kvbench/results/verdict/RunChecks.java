package io.kvbench.results.verdict;

import io.kvbench.results.format.Verdict;

/** The checks of the run as a whole: its completeness and its environment. */
final class RunChecks {
  private static final String SERVERS_ELSEWHERE = "servers on separate machines";

  private RunChecks() {}

  static void check(Evidence evidence, Findings findings) {
    switch (evidence.status()) {
      case COMPLETE -> {}
      case PARTIAL ->
          findings.suspect(Verdict.STATUS, "ended before its planned end", "a complete run");
      case FAILED ->
          findings.invalid(Verdict.STATUS, "failed before its planned end", "a complete run");
    }
    if (evidence.localSystem()) {
      findings.suspect(
          "system",
          "the store is inside the kvbench process",
          "a separate store: these figures do not describe one");
    } else if (evidence.cluster().startedHere()) {
      findings.suspect(
          Verdict.CLUSTER,
          "the servers share this machine's processors and disk with kvbench",
          SERVERS_ELSEWHERE);
    } else {
      evidence
          .endpointHere()
          .ifPresent(
              endpoint ->
                  findings.suspect(
                      Verdict.CLUSTER,
                      endpoint
                          + " is an address of this machine: the server shares its processors"
                          + " and disk with kvbench",
                      SERVERS_ELSEWHERE));
    }
    if (evidence.repeatedCompletions() > 0) {
      findings.invalid(
          "binding",
          evidence.repeatedCompletions() + " operations were completed more than once",
          "exactly once each");
    }
  }
}
