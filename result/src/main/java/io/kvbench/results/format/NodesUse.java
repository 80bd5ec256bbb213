package io.kvbench.results.format;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The servers of a run together: of each figure that every one of them has, the sum, the average
 * and the greatest over the servers. The sum of maxima is not the maximum of the sum, since servers
 * reach theirs at different times; joint maxima are separate.
 *
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
    LongSummaryStatistics all =
        nodes.stream().flatMapToLong(node -> figure.apply(node).stream()).summaryStatistics();
    return all.getCount() < nodes.size()
        ? Optional.empty()
        : Optional.of(new CountOverNodes(all.getSum(), Math.round(all.getAverage()), all.getMax()));
  }

  private static Optional<PercentOverNodes> percents(
      List<ProcessUse> nodes, Function<ProcessUse, OptionalDouble> figure) {
    double[] all = nodes.stream().flatMapToDouble(node -> figure.apply(node).stream()).toArray();
    double sum = DoubleStream.of(all).sum();
    return all.length < nodes.size()
        ? Optional.empty()
        : Optional.of(
            new PercentOverNodes(
                hundredths(sum),
                hundredths(sum / all.length),
                hundredths(DoubleStream.of(all).max().orElse(0))));
  }

  private static double hundredths(double percent) {
    return Math.round(percent * 100) / 100.0;
  }
}
