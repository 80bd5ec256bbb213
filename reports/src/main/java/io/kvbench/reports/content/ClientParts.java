package io.kvbench.reports.content;

import io.kvbench.reports.document.Element.Entry;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.util.List;
import java.util.Optional;

/** The document parts about kvbench's own resource use. */
final class ClientParts {
  private ClientParts() {}

  static Entry cost(RunResult result) {
    RunResult.ClientResult client = result.use().client();
    return Entry.of(
        "Client cost",
        "%s, %s, %s in GC%s"
            .formatted(
                perOperation(result),
                memory(result),
                Quantities.duration(client.gcPauseNanos()),
                client.processShared().orElse(false)
                    ? "; of the whole process, which also runs other code"
                    : ""));
  }

  /** Returns what a summary has room for. */
  static Entry brief(RunResult result) {
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    Optional<String> used =
        measured.size() == 1
            ? measured
                .getFirst()
                .client()
                .condition()
                .map(
                    each ->
                        ConditionLine.used(
                            each,
                            measured.getFirst().span().wallNanos(),
                            measured.getFirst().operationCount()))
            : Optional.empty();
    return Entry.of("kvbench", used.orElseGet(() -> perOperation(result)) + ", " + memory(result));
  }

  private static String perOperation(RunResult result) {
    return Quantities.duration(result.use().client().cpuNanosPerOperation())
        + " of CPU per operation"
        + (result.phases().size() > 1 ? " over all phases" : "");
  }

  private static String memory(RunResult result) {
    long bytes = result.use().client().peakResidentBytes();
    return bytes == 0 ? "peak memory unknown" : Quantities.bytes(bytes) + " peak memory";
  }
}
