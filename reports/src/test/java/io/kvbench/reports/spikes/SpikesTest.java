package io.kvbench.reports.spikes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.spikes.Source.Occurrence;
import io.kvbench.reports.spikes.Spikes.Coincident;
import io.kvbench.reports.spikes.Spikes.Count;
import io.kvbench.reports.spikes.Spikes.Finding;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.statistics.Coincidences.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the causes that spikes are attributed to. */
class SpikesTest {
  private static final int SECONDS = 120;
  private static final Span RUN = new Span(0, SECONDS);
  private static final int SIMULATIONS = 400;
  private static final long SEED = 23;

  @Test
  void whatComesWithSpikesEachTimeIsACause() {
    Spikes spikes =
        spikes(
            List.of(spike(10), spike(41), spike(73), spike(99)),
            source(Cause.SNAPSHOT, 10.2, 41.5, 72.8),
            source(Cause.SERVER_GC, 5, 20, 41.2, 60, 110));

    assertThat(causes(spikes, 0)).containsExactly(Cause.SNAPSHOT);
    assertThat(causes(spikes, 1)).containsExactly(Cause.SNAPSHOT);
    assertThat(spikes.spikes().get(1).others())
        .containsExactly(new Coincident(Cause.SERVER_GC, "server GC pause at 41.2"));
    assertThat(causes(spikes, 3)).isEmpty();
    assertThat(finding(spikes, Cause.SNAPSHOT)).isEqualTo(Finding.ATTRIBUTED);
    assertThat(finding(spikes, Cause.SERVER_GC)).isEqualTo(Finding.CHANCE);
    assertThat(words(spikes, Cause.SNAPSHOT))
        .startsWith("3 of 4 spikes with it, 1 without; so many by chance in ");
  }

  /** A single coincidence in two minutes has a probability of a few percent by chance. */
  @Test
  void oneCoincidenceIsNoCause() {
    Spikes spikes = spikes(List.of(spike(40)), source(Cause.SNAPSHOT, 40.5));

    assertThat(causes(spikes, 0)).isEmpty();
    assertThat(spikes.spikes().getFirst().others()).hasSize(1);
    assertThat(finding(spikes, Cause.SNAPSHOT)).isEqualTo(Finding.TOO_FEW);
    assertThat(words(spikes, Cause.SNAPSHOT))
        .isEqualTo(
            "1 of 1 spike with it, 0 without; too few to tell: even if all came with a spike, that"
                + " would be chance in 1.7 % of runs");
    assertThat(SpikesSheet.words(spikes.spikes().getFirst()))
        .isEqualTo("p99 100 ms, usually 10.0 ms: no cause found; coincided: snapshot at 40.5");
  }

  @Test
  void aStoppedServerNeedsOneCoincidenceAndTheReportSaysSo() {
    Spikes spikes = spikes(List.of(spike(40), spike(80)), source(Cause.STOPPED, 40.5));

    assertThat(causes(spikes, 0)).containsExactly(Cause.STOPPED);
    assertThat(causes(spikes, 1)).isEmpty();
    assertThat(words(spikes, Cause.STOPPED))
        .isEqualTo(
            "1 of 2 spikes with it, 1 without; stops requests by itself, though one coincidence is"
                + " all there is");
  }

  /** Disks are busy after a server was stopped; that says nothing about the other spikes. */
  @Test
  void whatComesWithADirectCauseIsNotCounted() {
    Spikes spikes =
        spikes(
            List.of(spike(20), spike(40), spike(60), spike(100)),
            source(Cause.STOPPED, 20.5, 40.5, 60.5),
            source(Cause.DISK_QUEUE, 20.5, 40.5, 60.5, 80));

    assertThat(causes(spikes, 0)).containsExactly(Cause.STOPPED);
    assertThat(spikes.spikes().getFirst().others()).hasSize(1);
    Count queue = count(spikes, Cause.DISK_QUEUE);
    assertThat(queue.seen().events()).isEqualTo(1);
    assertThat(queue.seen().eventsWith()).isZero();
    assertThat(queue.seen().spans()).isEqualTo(1);
    assertThat(queue.finding()).isNotEqualTo(Finding.ATTRIBUTED);
  }

  @Test
  void aCauseIsJudgedForTheTimeInWhichItIsKnown() {
    List<Spike> all = List.of(spike(10), spike(41), spike(73), spike(99));
    Source first =
        Source.of(Cause.SNAPSHOT, new Span(0, 60), occurrences(Cause.SNAPSHOT, 10.2, 41.5));

    Spikes spikes = Spikes.of(Instant.EPOCH, SECONDS, all, List.of(first));

    assertThat(count(spikes, Cause.SNAPSHOT).seen().spans()).isEqualTo(2);
  }

  @Test
  void occurrencesWithinASecondAreOne() {
    Source source = source(Cause.SNAPSHOT, 12, 10.1, 10.8, 10.4);

    assertThat(source.occurrences())
        .extracting(Occurrence::time)
        .containsExactly(new Span(10.1, 10.8), new Span(12, 12));
  }

  @Test
  void withoutSpikesThereIsNothingToExplain() {
    Spikes spikes = spikes(List.of(), source(Cause.STOPPED, 40.5), source(Cause.SNAPSHOT, 3, 5));

    assertThat(spikes.spikes()).isEmpty();
    assertThat(SpikesSheet.spikes(spikes, 10).rows()).isEmpty();
    assertThat(SpikesSheet.causes(spikes).rows()).isEmpty();
    assertThat(SpikesSheet.none(spikes)).isEqualTo("none in 2 min 0 s of sending");
  }

  /** Eight kinds of events that have nothing to do with the spikes: 1 % of runs at most. */
  @Test
  void randomEventsAreAttributedNoMoreOftenThanStated() {
    SplittableRandom random = new SplittableRandom(SEED);
    int wrong = 0;
    for (int simulation = 0; simulation < SIMULATIONS; simulation++) {
      Spikes spikes =
          Spikes.of(
              Instant.EPOCH,
              SECONDS,
              randomSpikes(random, 1 + random.nextInt(8)),
              randomSources(random));
      if (spikes.spikes().stream().anyMatch(each -> !each.causes().isEmpty())) {
        wrong++;
      }
    }
    assertThat(wrong).isLessThanOrEqualTo(SIMULATIONS * 2 / 100);
  }

  /** Six injected causes, five of which make a spike, among three others and random events. */
  @ParameterizedTest
  @EnumSource(names = {"SNAPSHOT", "COMPACTION", "OTHER_CPU", "FSYNC_TIME"})
  void injectedCausesAreFound(Cause cause) {
    SplittableRandom random = new SplittableRandom(SEED);
    int right = 0;
    for (int simulation = 0; simulation < SIMULATIONS; simulation++) {
      double[] times =
          IntStream.range(0, 6)
              .mapToDouble(index -> 10 + 18 * index + 5 * random.nextDouble())
              .toArray();
      List<Spike> all = new ArrayList<>(randomSpikes(random, 3));
      DoubleStream.of(times).skip(1).forEach(time -> all.add(spike((int) time)));
      List<Source> sources = new ArrayList<>(randomSources(random));
      sources.removeIf(source -> source.cause() == cause);
      sources.add(source(cause, times));

      Spikes spikes = Spikes.of(Instant.EPOCH, SECONDS, all, sources);

      right += finding(spikes, cause) == Finding.ATTRIBUTED ? 1 : 0;
    }
    assertThat(right).isGreaterThanOrEqualTo(SIMULATIONS * 9 / 10);
  }

  private static List<Spike> randomSpikes(SplittableRandom random, int count) {
    return random
        .ints(count, 0, SECONDS / 4)
        .distinct()
        .mapToObj(quarter -> spike(4 * quarter + 1))
        .toList();
  }

  private static List<Source> randomSources(SplittableRandom random) {
    List<Source> sources = new ArrayList<>();
    for (Cause cause : Cause.values()) {
      if (!cause.isDirect() && sources.size() < 8) {
        sources.add(source(cause, random.doubles(1 + random.nextInt(12), 0, SECONDS).toArray()));
      }
    }
    return sources;
  }

  private static Spike spike(int second) {
    return new Spike(
        "run " + second,
        new Span(second, second + 1),
        new Span(second - 1, second + 1),
        OptionalLong.of(100_000_000),
        true,
        10_000_000,
        1,
        false);
  }

  private static Spikes spikes(List<Spike> all, Source... sources) {
    return Spikes.of(Instant.EPOCH, SECONDS, all, List.of(sources));
  }

  private static Source source(Cause cause, double... seconds) {
    return Source.of(cause, RUN, occurrences(cause, seconds));
  }

  private static List<Occurrence> occurrences(Cause cause, double... seconds) {
    return DoubleStream.of(seconds)
        .mapToObj(at -> new Occurrence(new Span(at, at), cause.title() + " at " + at))
        .toList();
  }

  private static List<Cause> causes(Spikes spikes, int index) {
    return spikes.spikes().get(index).causes().stream().map(Coincident::cause).toList();
  }

  private static Count count(Spikes spikes, Cause cause) {
    return spikes.counts().stream()
        .filter(count -> count.cause() == cause)
        .findFirst()
        .orElseThrow();
  }

  private static Finding finding(Spikes spikes, Cause cause) {
    return count(spikes, cause).finding();
  }

  private static String words(Spikes spikes, Cause cause) {
    return Stream.of(SpikesSheet.causes(spikes))
        .flatMap(sheet -> sheet.rows().stream())
        .filter(row -> row.getFirst().toString().contains(cause.title()))
        .map(row -> ((Cell.Words) row.getLast()).text())
        .findFirst()
        .orElseThrow();
  }
}
