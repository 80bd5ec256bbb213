package io.kvbench.core.verdict;

import io.kvbench.core.result.RunResult.StoreCheck;
import io.kvbench.core.result.ServerResult;
import io.kvbench.core.result.Verdict;
import io.kvbench.core.setting.Settings;
import java.util.Comparator;
import java.util.List;

/**
 * Whether the store has what it acknowledged, all of its servers alike, and stood still meanwhile.
 */
final class StoreChecks {
  private StoreChecks() {}

  static void check(Evidence evidence, Settings limits, Findings findings) {
    evidence
        .storeCheck()
        .filter(store -> !store.agrees())
        .ifPresent(store -> disagrees(store, findings));
    apart(evidence.cluster().askedServers(), limits.get(VerdictSettings.RECORDS_APART), findings);
    evidence
        .cluster()
        .elections()
        .ifPresent(times -> elections(times, limits.get(VerdictSettings.ELECTIONS), findings));
  }

  private static void disagrees(StoreCheck store, Findings findings) {
    findings.invalid(
        Verdict.STORE,
        Figures.number(store.keysFound())
            + " keys found, "
            + Figures.number(store.keysAcknowledged())
            + " acknowledged",
        "the same number, give or take "
            + store.keysUncertain()
            + " writes whose answers leave it open");
  }

  private static void apart(List<ServerResult> servers, long most, Findings findings) {
    List<ServerResult> counted =
        servers.stream()
            .filter(server -> server.keysFound().isPresent())
            .sorted(Comparator.comparingLong(StoreChecks::records))
            .toList();
    if (!counted.isEmpty() && records(counted.getLast()) - records(counted.getFirst()) > most) {
      findings.suspect(
          "servers",
          "%s has %s records, %s has %s"
              .formatted(
                  counted.getFirst().endpoint(),
                  Figures.number(records(counted.getFirst())),
                  counted.getLast().endpoint(),
                  Figures.number(records(counted.getLast()))),
          (most == 0 ? "the same number everywhere" : "at most " + most + " apart")
              + " some seconds after the run, "
              + VerdictSettings.RECORDS_APART.name());
    }
  }

  private static long records(ServerResult server) {
    return server.keysFound().orElseThrow();
  }

  private static void elections(long times, long most, Findings findings) {
    if (times > most) {
      findings.suspect(
          "elections",
          "the servers elected another leader "
              + (times == 1 ? "once" : times + " times")
              + " during the run",
          (most == 0 ? "the same leader all the time" : "at most " + most)
              + ", "
              + VerdictSettings.ELECTIONS.name());
    }
  }
}
