package io.kvbench.results.format;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The servers of a run together: of each figure that every one of them has, the sum, the average
 * and the greatest over the servers. The sum of maxima is not the maximum of the sum, since servers
 * reach theirs at different times; joint maxima are separate.
 *
 * @param nodes how many there are
 * @param cpuPercentMaxTogether the most that all of them used at about the same time
 * @param residentBytesMaxTogether the most memory that they had at about the same time
 */
public record NodesUse(
    int nodes,
    Optional<CountOverNodes> cpuMillis,
    Optional<PercentOverNodes> cpuPercentMean,
    Optional<PercentOverNodes> cpuPercentMax,
    Optional<CountOverNodes> residentBytesMean,
    Optional<CountOverNodes> residentBytesMax,
    Optional<CountOverNodes> virtualBytesMax,
    Optional<CountOverNodes> threadsMax,
    Optional<CountOverNodes> openFilesMax,
    Optional<CountOverNodes> voluntarySwitches,
    Optional<CountOverNodes> involuntarySwitches,
    Optional<CountOverNodes> readBytes,
    Optional<CountOverNodes> writtenBytes,
    Optional<CountOverNodes> dataBytesMax,
    Optional<CountOverNodes> dataBytesLast,
    OptionalDouble cpuPercentMaxTogether,
    OptionalLong residentBytesMaxTogether) {

  /**
   * A figure of every server, summed up.
   *
   * @param average rounded
   */
  public record CountOverNodes(long sum, long average, long max) {}

  /** The same for per cents. */
  public record PercentOverNodes(double sum, double average, double max) {}

  /** Sums up servers; empty if there are none. */
  public static Optional<NodesUse> of(
      List<ProcessUse> nodes, OptionalDouble cpuPercentTogether, OptionalLong residentTogether) {
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new NodesUse(
                nodes.size(),
                counts(nodes, ProcessUse::cpuMillis),
                percents(nodes, ProcessUse::cpuPercentMean),
                percents(nodes, ProcessUse::cpuPercentMax),
                counts(nodes, ProcessUse::residentBytesMean),
                counts(nodes, ProcessUse::residentBytesMax),
                counts(nodes, ProcessUse::virtualBytesMax),
                counts(nodes, ProcessUse::threadsMax),
                counts(nodes, ProcessUse::openFilesMax),
                counts(nodes, ProcessUse::voluntarySwitches),
                counts(nodes, ProcessUse::involuntarySwitches),
                counts(nodes, ProcessUse::readBytes),
                counts(nodes, ProcessUse::writtenBytes),
                counts(nodes, ProcessUse::dataBytesMax),
                counts(nodes, ProcessUse::dataBytesLast),
                cpuPercentTogether,
                residentTogether));
  }

  private static Optional<CountOverNodes> counts(
      List<ProcessUse> nodes, Function<ProcessUse, OptionalLong> figure) {
    List<OptionalLong> all = nodes.stream().map(figure).toList();
    if (all.contains(OptionalLong.empty())) {
      return Optional.empty();
    }
    long sum = all.stream().mapToLong(OptionalLong::orElseThrow).sum();
    long max = all.stream().mapToLong(OptionalLong::orElseThrow).max().orElse(0);
    return Optional.of(new CountOverNodes(sum, Math.round((double) sum / all.size()), max));
  }

  private static Optional<PercentOverNodes> percents(
      List<ProcessUse> nodes, Function<ProcessUse, OptionalDouble> figure) {
    List<OptionalDouble> all = nodes.stream().map(figure).toList();
    if (all.contains(OptionalDouble.empty())) {
      return Optional.empty();
    }
    double sum = all.stream().mapToDouble(OptionalDouble::orElseThrow).sum();
    double max = all.stream().mapToDouble(OptionalDouble::orElseThrow).max().orElse(0);
    return Optional.of(
        new PercentOverNodes(hundredths(sum), hundredths(sum / all.size()), hundredths(max)));
  }

  private static double hundredths(double percent) {
    return Math.round(percent * 100) / 100.0;
  }
}
