package io.kvbench.reports.text;

import io.kvbench.core.result.RunResult.StoreCheck;

/** Whether the store has what it acknowledged. */
final class StoreLine {
  private StoreLine() {}

  static void render(StoreCheck check, Page page) {
    String before =
        check.keysBefore() == 0
            ? ""
            : ", counting " + Quantities.count(check.keysBefore()) + " from before the run";
    String counts =
        "%s keys found, %s acknowledged%s"
            .formatted(
                Quantities.count(check.keysFound()),
                Quantities.count(check.keysAcknowledged()),
                before);
    if (check.agrees()) {
      page.field("Store", counts + uncertain(check));
    } else {
      page.field("Store", "MISMATCH: " + counts + "; " + difference(check), Ink.BAD);
    }
  }

  private static String uncertain(StoreCheck check) {
    return check.keysUncertain() == 0
        ? ""
        : "; %s writes whose answers leave it open may be in it or not"
            .formatted(Quantities.count(check.keysUncertain()));
  }

  private static String difference(StoreCheck check) {
    long missing = check.keysAcknowledged() - check.keysFound();
    String what =
        Quantities.count(Math.abs(missing)) + (missing > 0 ? " are missing" : " too many");
    return check.keysUncertain() == 0
        ? what
        : what
            + ", and only "
            + Quantities.count(check.keysUncertain())
            + " writes have answers that leave it open";
  }
}
