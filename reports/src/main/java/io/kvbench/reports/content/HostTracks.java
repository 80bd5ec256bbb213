package io.kvbench.reports.content;

import io.kvbench.reports.document.Chart;
import io.kvbench.results.directory.HostTable;
import io.kvbench.results.directory.HostTable.Sample;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.host.HostMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Samples of a run's servers, of kvbench and of their hosts, as columns of figures. */
final class HostTracks {
  private static final double SECOND = 1e9;
  private static final double MILLI = 1e6;
  private static final double TOO_LATE = 1.5;

  /**
   * The samples of one file.
   *
   * @param stored the file
   * @param name of the process
   * @param host the name of its host
   * @param first whether this file provides the figures of its host; other files of the host repeat
   *     them
   * @param seconds when samples were taken
   * @param samples with null where some are missing
   * @param elapsed the nanoseconds since the sample before, each
   */
  record HostTrack(
      HostTable stored,
      String name,
      String host,
      boolean first,
      List<Number> seconds,
      List<@Nullable Sample> samples,
      List<Double> elapsed) {

    boolean isClient() {
      return name.equals(HostTable.CLIENT);
    }

    /** Returns a figure as it was in each sample, by the name of its column. */
    List<Number> values(String column) {
      return samples.stream()
          .map(sample -> sample == null ? Chart.ABSENT : known(stored.figure(sample, column), 1))
          .toList();
    }

    /** Returns by how much a counter grew each second, in bytes, in seconds, or as a count. */
    List<Number> perSecond(HostMetric counter) {
      double scale = counter.unit().size() * SECOND;
      List<Number> values = new ArrayList<>();
      for (int row = 0; row < samples.size(); row++) {
        Sample sample = samples.get(row);
        double nanos = elapsed.get(row);
        values.add(
            sample == null || nanos <= 0
                ? Chart.ABSENT
                : known(stored.figure(sample, counter.growthColumn()), scale / nanos));
      }
      return values;
    }

    private static Number known(OptionalDouble figure, double scale) {
      return figure.isPresent() ? Track.rounded(figure.getAsDouble() * scale) : Chart.ABSENT;
    }
  }

  private HostTracks() {}

  /**
   * Returns what was sampled from {@code from} to {@code to}: the servers by name, then kvbench.
   */
  static List<HostTrack> of(StoredRun run, Instant from, Instant to) {
    List<HostTrack> tracks = new ArrayList<>();
    List<HostTrack> clients = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (HostTable stored : run.hostsClientFirst()) {
      run.use(stored)
          .map(use -> track(use, stored, seen.add(use.host()), from, to, run.result()))
          .ifPresent(track -> (track.isClient() ? clients : tracks).add(track));
    }
    tracks.addAll(clients);
    return tracks;
  }

  private static double everyNanos(RunResult result, String host) {
    return result.hosts().map(HostsResult::samplers).orElse(List.of()).stream()
            .filter(sampler -> sampler.host().equals(host))
            .mapToDouble(SamplerResult::everyMillis)
            .max()
            .orElse(1_000)
        * MILLI;
  }

  private static HostTrack track(
      ProcessUse use, HostTable stored, boolean first, Instant from, Instant to, RunResult result) {
    double everyNanos = everyNanos(result, use.host());
    List<Number> seconds = new ArrayList<>();
    List<@Nullable Sample> samples = new ArrayList<>();
    List<Double> elapsed = new ArrayList<>();
    @Nullable Sample before = null;
    for (Sample sample : stored.samples()) {
      double nanos = before == null ? 0 : Duration.between(before.at(), sample.at()).toNanos();
      if (!sample.at().isBefore(from) && !sample.at().isAfter(to)) {
        if (nanos > everyNanos * TOO_LATE && !samples.isEmpty()) {
          seconds.add(Track.thousandths(Track.since(from, sample.at()) - everyNanos / SECOND));
          samples.add(null);
          elapsed.add(0.0);
        }
        seconds.add(Track.thousandths(Track.since(from, sample.at())));
        samples.add(sample);
        elapsed.add(nanos);
      }
      before = sample;
    }
    return new HostTrack(stored, use.name(), use.host(), first, seconds, samples, elapsed);
  }
}
