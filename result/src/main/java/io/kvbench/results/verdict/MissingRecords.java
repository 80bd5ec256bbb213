package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The check that the requested records existed. Reading a missing record is another, cheaper
 * operation. Deletes explain some of them: in the worst case they took the most popular records,
 * and by Zipf's law {@code d} of {@code n} records get {@code ln(1 + d) / ln(1 + n)} of the
 * requests.
 */
final class MissingRecords {
  private final double explained;
  private final double most;

  MissingRecords(Evidence evidence, Settings limits) {
    this.most = limits.get(VerdictSettings.NOT_FOUND);
    long deleted = evidence.phases().stream().mapToLong(MissingRecords::deleted).sum();
    long records = evidence.records().count();
    explained = deleted == 0 ? 0 : records == 0 ? 1 : Math.log1p(deleted) / Math.log1p(records);
  }

  void check(PhaseResult phase, Findings findings) {
    String missed = missed(phase, type -> !type.coordinates(), most + explained);
    if (!missed.isEmpty()) {
      findings.suspect(
          phase,
          "not found",
          missed + " found no record",
          explained == 0
              ? Limit.atMost(most, VerdictSettings.NOT_FOUND)
              : "at most %s for deleted records plus %s, %s"
                  .formatted(
                      Quantities.preciseShare(explained),
                      Quantities.preciseShare(most),
                      VerdictSettings.NOT_FOUND.name()));
    }
    String ended = missed(phase, OperationType.LEASE_KEEPALIVE::equals, most);
    if (!ended.isEmpty()) {
      findings.suspect(
          phase,
          "expired leases",
          ended + " found their lease expired: the clients come round to it too late",
          Limit.atMost(most, VerdictSettings.NOT_FOUND));
    }
  }

  private static String missed(PhaseResult phase, Predicate<OperationType> types, double limit) {
    return new TreeMap<>(phase.operations())
        .entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite() && types.test(entry.getKey()))
            .filter(entry -> share(entry.getValue()) > limit)
            .filter(entry -> entry.getValue().okCount() > 0)
            .map(
                entry ->
                    Quantities.preciseShare(share(entry.getValue()))
                        + " of the "
                        + entry.getKey()
                        + " operations")
            .collect(Collectors.joining(" and "));
  }

  private static double share(OperationResult operation) {
    return (double) operation.outcomes().getOrDefault(Outcome.NOT_FOUND, 0L)
        / Math.max(1, operation.count());
  }

  private static long deleted(PhaseResult phase) {
    OperationResult deletes = phase.operations().get(OperationType.DELETE);
    return deletes == null ? 0 : deletes.okCount();
  }
}
