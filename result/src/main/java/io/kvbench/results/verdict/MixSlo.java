package io.kvbench.results.verdict;

import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import io.kvbench.results.format.SloResult;
import java.util.List;
import java.util.Optional;

/**
 * A threshold of the run or of one of its mixes.
 *
 * @param mix its name; empty for all mixes together
 */
record MixSlo(String mix, Slo slo) {

  /** Returns what to call it, such as {@code mix readers: response.p99<5ms}. */
  String text() {
    return title(slo.text());
  }

  private String title(String words) {
    return mix.isEmpty() ? words : "mix " + mix + ": " + words;
  }

  SloResult judge(List<PhaseResult> measured) {
    SloResult judged = slo.judge(of(measured));
    return new SloResult(
        title(judged.text()), title(judged.observed()), judged.met(), Optional.empty());
  }

  Optional<String> doubt(List<PhaseResult> measured) {
    return slo.doubt(of(measured)).map(this::title);
  }

  private List<PhaseResult> of(List<PhaseResult> measured) {
    return mix.isEmpty()
        ? measured
        : measured.stream()
            .flatMap(phase -> phase.mixes().orElse(List.of()).stream())
            .filter(each -> each.mix().equals(mix))
            .map(MixResult::phase)
            .toList();
  }
}
