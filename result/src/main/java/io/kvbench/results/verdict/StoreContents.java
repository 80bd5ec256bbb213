package io.kvbench.results.verdict;

import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The checks that the store has what it acknowledged, by the number of its records and by their
 * keys.
 */
final class StoreContents {
  private static final String STORE_CHECK = "store check";
  private static final String LIMIT_OF_KEYS =
      "every acknowledged key and write, no deleted key and no unexpected key";

  private static final String READ_BACK = "the acknowledged keys read back after the last phase";

  private StoreContents() {}

  static void check(StoreFindings store, long expectedBefore, Findings findings) {
    Optional<StoreCheck> miscounted = store.storeCheck().filter(check -> !check.agrees());
    Optional<KeyCheck> contradicting = store.keyCheck().filter(keys -> !keys.agrees());
    if (miscounted.isPresent() || contradicting.isPresent()) {
      findings.invalid(
          Verdict.STORE,
          joined(
              Stream.concat(
                  miscounted.stream().map(StoreContents::counts),
                  contradicting.stream().flatMap(keys -> contradictions(keys).stream()))),
          miscounted.map(StoreContents::limit).orElse(LIMIT_OF_KEYS));
    } else {
      unexpected(store, expectedBefore, findings);
    }
    unmade(store, findings);
  }

  private static String counts(StoreCheck store) {
    return Quantities.precise(store.keysFound())
        + " keys found, "
        + Quantities.precise(store.keysAcknowledged())
        + " acknowledged";
  }

  private static String limit(StoreCheck store) {
    String uncertain =
        "the same number, within " + store.keysUncertain() + " writes with an unknown outcome";
    return uncertain
        + store
            .unreported()
            .map(
                open ->
                    ", and %s fewer or %s more since writes do not report whether there was a record"
                        .formatted(
                            Quantities.precise(open.fewer()), Quantities.precise(open.more())))
            .orElse("");
  }

  private static List<String> contradictions(KeyCheck keys) {
    List<String> found = new ArrayList<>();
    if (keys.keysMissing() > 0) {
      found.add(
          "%s acknowledged %s missing (%s)"
              .formatted(
                  Quantities.precise(keys.keysMissing()),
                  keys.keysMissing() == 1 ? "key is" : "keys are",
                  named(keys.firstMissing(), keys.keysMissing())));
    }
    if (keys.updatesLost() > 0) {
      found.add(
          "%s not hold the last acknowledged write (%s)"
              .formatted(
                  Quantities.count(keys.updatesLost(), "key")
                      + (keys.updatesLost() == 1 ? " does" : " do"),
                  named(keys.values().orElseThrow().firstLost(), keys.updatesLost())));
    }
    if (keys.keysUndeleted() > 0) {
      found.add(
          Quantities.count(keys.keysUndeleted(), "key")
              + " found although the delete was acknowledged");
    }
    if (keys.keysForeign().orElse(0) > 0) {
      found.add("at least " + Quantities.count(keys.keysForeign().orElse(0), "unexpected key"));
    }
    found.set(found.size() - 1, found.getLast() + sampled(keys));
    return found;
  }

  private static String named(List<String> some, long all) {
    return String.join(", ", some) + (some.size() < all ? ", ..." : "");
  }

  private static String sampled(KeyCheck keys) {
    return keys.keysRead() == keys.keysKnown()
        ? ""
        : " (%s of %s keys read back)"
            .formatted(Quantities.precise(keys.keysRead()), Quantities.precise(keys.keysKnown()));
  }

  /** Another data set than the workload's: requests of absent records are other requests. */
  private static void unexpected(StoreFindings store, long expectedBefore, Findings findings) {
    Optional<String> fewer =
        store
            .storeCheck()
            .filter(check -> check.keysBefore() < expectedBefore)
            .map(
                check ->
                    "the store had %s before the run, the workload expects %s"
                        .formatted(
                            Quantities.count(check.keysBefore(), "key"),
                            Quantities.precise(expectedBefore)));
    Optional<String> absent =
        store
            .keyCheck()
            .filter(keys -> keys.keysAbsent() > 0)
            .map(
                keys ->
                    "%s of %s read back that should exist from before the run are missing"
                        .formatted(
                            Quantities.precise(keys.keysAbsent()),
                            Quantities.count(
                                keys.keysAbsent() + keys.keysAsExpected().orElse(0), "key")));
    if (fewer.isPresent() || absent.isPresent()) {
      findings.suspect(
          Verdict.STORE,
          joined(Stream.concat(fewer.stream(), absent.stream())),
          "the workload's records, loaded before the run");
    }
  }

  /** Both parts of the check are one reason; what was left out on purpose is noted. */
  private static void unmade(StoreFindings store, Findings findings) {
    Optional<String> uncounted =
        store
            .storeUnchecked()
            .filter(unchecked -> !unchecked.declared())
            .map(unchecked -> "not performed: " + unchecked.reason());
    Optional<String> unread =
        store
            .keysUnchecked()
            .filter(unchecked -> !unchecked.declared())
            .map(StoreContents::unread)
            .or(() -> store.keyCheck().flatMap(StoreContents::failed));
    if (uncounted.isPresent() || unread.isPresent()) {
      findings.suspect(
          STORE_CHECK,
          joined(Stream.concat(uncounted.stream(), unread.stream())),
          uncounted.isPresent()
              ? "record counts before the first phase and after the last"
              : READ_BACK);
    } else {
      store
          .keysUnchecked()
          .ifPresent(declared -> findings.note(STORE_CHECK, unread(declared), READ_BACK));
    }
  }

  private static String unread(StoreUnchecked unchecked) {
    return "no keys were read back: " + unchecked.reason();
  }

  private static Optional<String> failed(KeyCheck keys) {
    return keys.problem()
        .map(
            problem ->
                "%s could not be read back: %s"
                    .formatted(Quantities.count(keys.keysFailed(), "key"), problem));
  }

  private static String joined(Stream<String> parts) {
    return parts.collect(Collectors.joining("; "));
  }
}
