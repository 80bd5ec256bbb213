package io.kvbench.results.directory;

import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The check that the files of a directory, each of which is whole, are those of one run. */
final class StoredParts {
  private static final String MEND = ". Copy the directory again, as a whole.";

  private final StoredRun run;
  private final HistogramPass pass;

  StoredParts(StoredRun run, HistogramPass pass) {
    this.run = run;
    this.pass = pass;
  }

  /**
   * Returns a sentence for everything that is wrong.
   *
   * @param readings fed with the histograms, unless the other files contradict each other
   */
  List<String> problems(List<IntervalAnalysis<?>> readings) {
    boolean planned =
        run.plan().workload().equals(run.result().origin().workload())
            && run.plan().system().equals(run.result().system().name())
            && run.plan().seed() == run.result().origin().seed();
    if (!planned) {
      return List.of(
          run.directory().resolve(ResultDirectory.PLAN)
              + " is the plan of another run: workload, system and seed are not those of "
              + ResultDirectory.RESULT
              + " beside it"
              + MEND);
    }
    List<String> problems = new ArrayList<>();
    phase(ResultDirectory.INTERVALS, "operations", this::counted, PhaseResult::operationCount)
        .or(() -> histograms(readings))
        .ifPresent(problems::add);
    problems.addAll(hosts());
    return problems;
  }

  /** The first phase of which a file does not have as much as the result. */
  private Optional<String> phase(
      String file,
      String what,
      ToLongFunction<PhaseResult> held,
      ToLongFunction<PhaseResult> expected) {
    return run.result().phases().stream()
        .filter(phase -> held.applyAsLong(phase) != expected.applyAsLong(phase))
        .findFirst()
        .map(
            phase ->
                run.directory().resolve(file)
                    + " is not whole, or of another run: it has "
                    + held.applyAsLong(phase)
                    + " "
                    + what
                    + " of the "
                    + phase.name()
                    + " phase, and "
                    + ResultDirectory.RESULT
                    + " "
                    + expected.applyAsLong(phase)
                    + MEND);
  }

  private long counted(PhaseResult phase) {
    return run.intervals().stream()
        .filter(interval -> interval.isOf(phase))
        .mapToLong(StoredInterval::count)
        .sum();
  }

  private Optional<String> histograms(List<IntervalAnalysis<?>> readings) {
    try {
      Optional<String> contradiction = pass.read(readings);
      return phase(
              ResultDirectory.HISTOGRAMS,
              "response times of operations answered OK",
              pass::okCount,
              PhaseResult::okCount)
          .or(() -> contradiction.map(problem -> problem + MEND));
    } catch (ResultFormatException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Means over the servers that are left would be taken for means over all. */
  private List<String> hosts() {
    List<String> problems = new ArrayList<>();
    sampled()
        .forEach(
            (name, samples) -> {
              long held =
                  run.hosts().stream()
                      .filter(host -> host.isOf(name))
                      .mapToLong(host -> host.samples().size())
                      .sum();
              if (held < samples) {
                problems.add(missing(name, samples, held));
              }
            });
    return problems;
  }

  /** In how many samples each process was seen while phases ran. */
  private Map<String, Long> sampled() {
    Map<String, Long> samples = new TreeMap<>();
    run.result().hosts().map(HostsResult::spans).orElse(List.of()).stream()
        .flatMap(HostsResult.Span::processes)
        .filter(use -> use.samples() > 0)
        .forEach(use -> samples.merge(use.name(), use.samples(), Math::max));
    return samples;
  }

  private String missing(String name, long samples, long held) {
    return (held == 0
            ? "there is no " + file(name) + ": "
            : file(name) + " is not whole: it has " + held + " samples, and ")
        + ResultDirectory.RESULT
        + " has figures of "
        + samples
        + MEND;
  }

  private String file(String name) {
    return run.directory().resolve(ResultDirectory.hostFile(name)).toString();
  }
}
