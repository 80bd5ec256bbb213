package io.kvbench.results.format;

import io.kvbench.core.operation.OperationType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The operations that runs are compared by: one for each request. If all requests are composites,
 * such as critical sections, these count, because adding up their parts would treat a lock, a write
 * and a release as equals. If a mix also requests single operations of a type that composites
 * contain, the two cannot be separated, and all single operations count.
 */
public final class PrimaryOperations {
  /** Operations abandoned at the end have no composite. */
  private static final double NEARLY_ALL = 0.99;

  private PrimaryOperations() {}

  /** Returns the types of some phases that have the same mix. */
  public static Set<OperationType> of(List<PhaseResult> phases) {
    Map<OperationType, Long> counts = new EnumMap<>(OperationType.class);
    long requests = 0;
    for (PhaseResult phase : phases) {
      requests += phase.rates().requests();
      phase
          .operations()
          .forEach((type, operation) -> counts.merge(type, operation.count(), Long::sum));
    }
    Set<OperationType> single = EnumSet.noneOf(OperationType.class);
    Set<OperationType> composites = EnumSet.noneOf(OperationType.class);
    for (OperationType type : counts.keySet()) {
      if (!type.isComposite()) {
        single.add(type);
      } else if (!type.parts().isEmpty()) {
        composites.add(type);
      }
    }
    if (composites.isEmpty() || areAll(composites, counts, requests)) {
      return composites.isEmpty() ? single : composites;
    }
    Set<OperationType> both = EnumSet.copyOf(composites);
    both.addAll(single);
    composites.forEach(type -> both.removeAll(type.parts()));
    return areAll(both, counts, requests) ? both : single;
  }

  private static boolean areAll(
      Set<OperationType> types, Map<OperationType, Long> counts, long requests) {
    long count = types.stream().mapToLong(counts::get).sum();
    return count >= NEARLY_ALL * requests && NEARLY_ALL * count <= requests;
  }
}
