package io.kvbench.core.verdict;

import io.kvbench.core.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What the run as a whole was: how far it came, and on what. */
final class RunChecks {
  /** The kinds of servers that kvbench starts, always beside itself. */
  private static final Set<String> ON_THIS_MACHINE = Set.of("embedded", "process", "docker");

  private static final String SERVERS_ELSEWHERE = "servers on machines of their own";

  /** Addresses that never leave a machine, however they are written. */
  private static final Pattern LOOPBACK =
      Pattern.compile("([a-z]+://)?(localhost|127\\.[0-9.]+|\\[(::1|0:0:0:0:0:0:0:1)])([:/].*)?");

  private RunChecks() {}

  private static Optional<String> here(List<String> endpoints) {
    return endpoints.stream()
        .filter(endpoint -> LOOPBACK.matcher(endpoint.toLowerCase(Locale.ROOT)).matches())
        .findFirst();
  }

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
          SERVERS_ELSEWHERE);
    } else {
      here(evidence.cluster().endpoints())
          .ifPresent(
              endpoint ->
                  findings.suspect(
                      "cluster",
                      endpoint
                          + " is an address of this machine: a server here shares its processors"
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
