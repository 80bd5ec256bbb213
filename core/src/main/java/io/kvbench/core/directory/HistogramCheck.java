package io.kvbench.core.directory;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.FaultWindows;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhasePart;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.TimeResult;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the histograms of a result against the counts and the figures beside them. */
final class HistogramCheck {
  private final Path file;
  private final ContradictionCheck contradictions;

  HistogramCheck(Path file) {
    this.file = file;
    this.contradictions = new ContradictionCheck(file);
  }

  void check(RunResult result) throws ResultFormatException {
    int index = 0;
    for (PhaseResult phase : result.phases()) {
      String place = "phases[" + index++ + "].";
      check(place, phase.lag(), phase.operations());
      if (phase.condition().isPresent()) {
        check(place + "condition.hiccups", phase.condition().get().hiccups());
      }
      if (phase.faultWindows().isPresent()) {
        FaultWindows parts = phase.faultWindows().get();
        check(place + "faultWindows.inside.", parts.inside());
        check(place + "faultWindows.outside.", parts.outside());
      }
    }
    contradictions.check(result);
  }

  private void check(String place, PhasePart part) throws ResultFormatException {
    check(place, part.lag(), part.operations());
  }

  private void check(String place, TimeResult lag, Map<OperationType, OperationResult> operations)
      throws ResultFormatException {
    check(place + "lag", lag);
    for (Map.Entry<OperationType, OperationResult> entry : operations.entrySet()) {
      check(place + "operations." + entry.getKey() + ".", entry.getValue());
    }
  }

  private void check(String place, OperationResult operation) throws ResultFormatException {
    check(place + "response", operation.response());
    check(place + "service", operation.service());
    for (Map.Entry<String, OperationResult.Times> entry : operation.otherTimes().entrySet()) {
      check(place + "otherTimes." + entry.getKey() + ".response", entry.getValue().response());
      check(place + "otherTimes." + entry.getKey() + ".service", entry.getValue().service());
    }
  }

  private void check(String place, TimeResult times) throws ResultFormatException {
    try {
      long held = times.times().count();
      if (held != times.count()) {
        throw damaged(place, "it holds " + held + " times, not " + times.count(), null);
      }
    } catch (IllegalArgumentException e) {
      throw damaged(place, "it cannot be decoded", e);
    }
    contradictions.check(place, times);
  }

  private ResultFormatException damaged(String place, String problem, @Nullable Throwable cause) {
    String message = file + " is damaged at " + place + ".histogram: " + problem + ". ";
    return new ResultFormatException(
        message + "Copy it again from where it was written, or repeat the run.", cause);
  }
}
