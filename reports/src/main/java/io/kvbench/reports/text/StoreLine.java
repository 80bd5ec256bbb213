package io.kvbench.reports.text;

import io.kvbench.core.result.RunResult.KeyCheck;
import io.kvbench.core.result.RunResult.StoreCheck;
import java.util.ArrayList;
import java.util.List;

/** Whether the store has what it acknowledged. */
final class StoreLine {
  private StoreLine() {}

  static void render(StoreCheck check, Page page) {
    String before =
        check.keysBefore() == 0
            ? ""
            : ", counting " + Quantities.count(check.keysBefore()) + " from before the run";
    String counts =
        "%s found, %s acknowledged%s"
            .formatted(
                Quantities.count(check.keysFound(), "key"),
                Quantities.count(check.keysAcknowledged()),
                before);
    if (check.agrees()) {
      page.field("Store", counts + overwritten(check) + uncertain(check));
    } else {
      page.field("Store", "MISMATCH: " + counts + "; " + difference(check), Ink.BAD);
    }
  }

  static void render(KeyCheck check, Page page) {
    String read =
        check.keysRead() == check.keysKnown()
            ? Quantities.count(check.keysRead(), "key") + " read back"
            : "%s of %s read back"
                .formatted(
                    Quantities.count(check.keysRead()), Quantities.count(check.keysKnown(), "key"));
    List<String> wrong = wrong(check);
    String found = wrong.isEmpty() ? ", all as acknowledged" : "; " + String.join("; ", wrong);
    if (check.agrees()) {
      page.field("Keys", read + found);
    } else {
      page.field("Keys", "MISMATCH: " + read + found, Ink.BAD);
    }
  }

  private static List<String> wrong(KeyCheck check) {
    List<String> wrong = new ArrayList<>();
    add(wrong, check.keysMissing(), "acknowledged and missing" + named(check));
    add(wrong, check.keysUndeleted(), "deleted and still there");
    add(wrong, check.keysForeign().orElse(0), "of others at least");
    add(wrong, check.keysAbsent(), "expected from before the run and not there");
    check
        .problem()
        .ifPresent(
            why -> add(wrong, check.keysFailed(), "not readable (" + PlainText.of(why) + ")"));
    return wrong;
  }

  private static void add(List<String> wrong, long count, String what) {
    if (count > 0) {
      wrong.add(Quantities.count(count) + " " + what);
    }
  }

  private static String named(KeyCheck check) {
    String keys = PlainText.of(String.join(", ", check.firstMissing()));
    return " (" + keys + (check.firstMissing().size() < check.keysMissing() ? ", ...)" : ")");
  }

  private static String overwritten(StoreCheck check) {
    long overwritten = check.keysOverwritten().orElse(0);
    return overwritten == 0
        ? ""
        : "; %s inserts overwrote existing records".formatted(Quantities.count(overwritten));
  }

  private static String uncertain(StoreCheck check) {
    return check.keysUncertain() == 0
        ? ""
        : "; %s whose answers leave it open may be in it or not"
            .formatted(Quantities.count(check.keysUncertain(), "write"));
  }

  private static String difference(StoreCheck check) {
    long missing = check.keysAcknowledged() - check.keysFound();
    String what =
        Quantities.count(Math.abs(missing)) + (missing > 0 ? " are missing" : " too many");
    return check.keysUncertain() == 0
        ? what
        : what
            + ", and only "
            + Quantities.count(check.keysUncertain(), "write")
            + (check.keysUncertain() == 1
                ? " has an answer that leaves it open"
                : " have answers that leave it open");
  }
}
