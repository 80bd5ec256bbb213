package io.kvbench.reports.compare;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.Verdict;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * A run of a comparison.
 *
 * @param label what to call it, unlike the others
 * @param title the name of it and its repeats; empty where its system is the name
 * @param stored its files
 * @param measured what it was about
 * @param hosts what was used for it
 * @param blocks the same in parts, by which to tell noise; empty where there are too few
 */
public record ComparedRun(
    String label,
    Optional<String> title,
    StoredRun stored,
    Measured measured,
    ComparedHosts hosts,
    List<Block> blocks) {
  /** Returns a run with what it was about. */
  public static ComparedRun of(String label, StoredRun stored, List<Block> blocks) {
    return of(label, Optional.empty(), stored, blocks);
  }

  static ComparedRun of(
      String label, Optional<String> title, StoredRun stored, List<Block> blocks) {
    RunResult result = stored.result();
    return new ComparedRun(
        label, title, stored, Measured.of(result), ComparedHosts.of(result), blocks);
  }

  ComparedRun labelled(String other) {
    return new ComparedRun(other, title, stored, measured, hosts, blocks);
  }

  public Path directory() {
    return stored.directory();
  }

  public RunResult result() {
    return stored.result();
  }

  public PlanDocument plan() {
    return stored.plan();
  }

  /** Returns the verdict with the checks that did not pass, such as {@code SUSPECT (cpu, lag)}. */
  public String verdict() {
    List<String> checks = failedChecks();
    return result().verdict().validity()
        + (checks.isEmpty() ? "" : " (" + String.join(", ", checks) + ")");
  }

  /** Returns the checks that did not pass. */
  public List<String> failedChecks() {
    return result().verdict().reasons().stream().map(Verdict.Reason::check).distinct().toList();
  }

  /** Returns how many operations failed, by kind, in the order of the kinds. */
  public Map<ErrorKind, Long> errors() {
    return measured.errors();
  }

  /** Returns the messages behind the errors of a kind, most frequent first. */
  public List<ErrorMessage> errorMessages(ErrorKind kind) {
    Map<String, ErrorMessage> messages = new LinkedHashMap<>();
    for (PhaseResult phase : measured.phases()) {
      for (ErrorMessage message : phase.errorMessages()) {
        if (message.kind() == kind && !message.operation().isComposite()) {
          messages.merge(
              message.message(),
              message,
              (one, other) ->
                  new ErrorMessage(
                      one.operation(), kind, one.message(), one.count() + other.count()));
        }
      }
    }
    return messages.values().stream()
        .sorted(
            Comparator.comparingLong(ErrorMessage::count)
                .reversed()
                .thenComparing(ErrorMessage::message))
        .toList();
  }

  /** Returns the rate of primary operations in the best full second; NaN if there was none. */
  double maxPerSecond() {
    return fullSeconds(phase -> phase.rates().maxThroughputPerSecond()).max().orElse(Double.NaN);
  }

  /** Returns the rate in the worst one. */
  double minPerSecond() {
    return fullSeconds(phase -> phase.rates().minThroughputPerSecond()).min().orElse(Double.NaN);
  }

  /**
   * A phase has the extremes of all single operations; those of composites are in the intervals.
   */
  private DoubleStream fullSeconds(Function<PhaseResult, OptionalDouble> figure) {
    return measured.composites().isEmpty()
        ? measured.phases().stream().map(figure).flatMapToDouble(OptionalDouble::stream)
        : stored
            .fullSeconds(measured.phases())
            .mapToDouble(interval -> interval.okPerSecond(measured.primary()));
  }

  String system() {
    return result().system().name();
  }
}
