package io.kvbench.results.verdict;

import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import java.util.Optional;

/** The part of a phase that a figure covers, as faults divide it. */
enum FaultScope {
  ALL("", ""),
  OUTSIDE_FAULTS("outsidefaults", " outside of fault windows"),
  IN_FAULTS("infaults", " in a fault window");

  private final String word;
  private final String sentence;

  FaultScope(String word, String sentence) {
    this.word = word;
    this.sentence = sentence;
  }

  /** Returns how a threshold asks for it. */
  String word() {
    return word;
  }

  /** Returns the same as the end of a sentence. */
  String sentence() {
    return sentence;
  }

  /** Returns that part of a phase; all of a phase without faults is outside of them. */
  Optional<PhasePart> of(PhaseResult phase) {
    PhasePart all = new PhasePart(phase.span().wallNanos(), phase.operations(), phase.lag());
    return switch (this) {
      case ALL -> Optional.of(all);
      case OUTSIDE_FAULTS ->
          phase.incidents().faultWindows().map(FaultWindows::outside).or(() -> Optional.of(all));
      case IN_FAULTS -> phase.incidents().faultWindows().map(FaultWindows::inside);
    };
  }
}
