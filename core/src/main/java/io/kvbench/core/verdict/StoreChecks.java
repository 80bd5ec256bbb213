package io.kvbench.core.verdict;

import io.kvbench.core.result.RunResult.StoreCheck;
import io.kvbench.core.result.Verdict;

/** Whether the store has what it acknowledged. */
final class StoreChecks {
  private StoreChecks() {}

  static void check(Evidence evidence, Findings findings) {
    evidence
        .storeCheck()
        .filter(store -> !store.agrees())
        .ifPresent(store -> disagrees(store, findings));
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
            + " writes without a definite answer");
  }
}
