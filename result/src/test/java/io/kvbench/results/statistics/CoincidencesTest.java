package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.statistics.Coincidences.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of coincidences of events with spans, and of their probability by chance. */
class CoincidencesTest {
  private static final Span MINUTE = new Span(0, 60);

  @Test
  void eventsAndSpansAreCountedBothWays() {
    List<Span> spans = List.of(new Span(10, 12), new Span(30, 32), new Span(50, 52));
    List<Span> events = Stream.of(11.0, 11.5, 20.0, 31.0).map(CoincidencesTest::at).toList();

    Coincidences found = Coincidences.of(MINUTE, events, spans);

    assertThat(found.events()).isEqualTo(4);
    assertThat(found.eventsWith()).isEqualTo(3);
    assertThat(found.spans()).isEqualTo(3);
    assertThat(found.spansWith()).isEqualTo(2);
  }

  /** Three spans of 2 s in 60 s: a moment is in one with a probability of 1 / 10. */
  @Test
  void theProbabilityIsThatOfMeetingSoManySpans() {
    List<Span> spans = List.of(new Span(10, 12), new Span(30, 32), new Span(50, 52));
    List<Span> events = Stream.of(11.0, 31.0, 40.0).map(CoincidencesTest::at).toList();

    Coincidences found = Coincidences.of(MINUTE, events, spans);

    assertThat(found.expected()).isCloseTo(0.3, within(1e-12));
    // Two of three events, and on different spans; or all of them, but not all on the same.
    assertThat(found.chance()).isCloseTo(3 * 0.01 * 0.9 * 2 / 3 + 0.001 * 24 / 27, within(1e-12));
    assertThat(found.leastChance()).isCloseTo(0.001 * 6 / 27, within(1e-12));
  }

  @Test
  void severalEventsAtOneSpanSayNoMoreThanOne() {
    List<Span> spans = List.of(new Span(10, 12), new Span(30, 32));
    List<Span> events = Stream.of(10.5, 11.0, 11.5).map(CoincidencesTest::at).toList();

    assertThat(Coincidences.of(MINUTE, events, spans).chance())
        .isCloseTo(1 - Math.pow(1 - 4 / 60.0, 3), within(1e-12));
  }

  /** All five spans come with an event; six events come with none. */
  @Test
  void allSpansMetByHalfOfTheEventsAreMoreThanChance() {
    List<Span> spans =
        Stream.of(14.0, 51.0, 70.0, 89.0, 100.0).map(from -> new Span(from, from + 2)).toList();
    List<Span> events =
        Stream.of(3.0, 14.5, 23.0, 38.0, 51.5, 62.0, 70.5, 77.0, 89.5, 100.5, 110.0)
            .map(CoincidencesTest::at)
            .toList();

    Coincidences found = Coincidences.of(new Span(0, 120), events, spans);

    assertThat(found.eventsWith()).isEqualTo(5);
    assertThat(found.chance()).isLessThan(0.0005);
  }

  /** An event of three seconds meets both spans, so that both are met says no more than one. */
  @Test
  void spansThatAnEventMeetsTogetherAreOne() {
    List<Span> spans = List.of(new Span(10, 12), new Span(14, 16));

    Coincidences found = Coincidences.of(MINUTE, List.of(new Span(11.5, 14.5)), spans);

    assertThat(found.spansWith()).isEqualTo(2);
    assertThat(found.chance()).isCloseTo(9 / 60.0, within(1e-12));
    assertThat(found.leastChance()).isCloseTo(9 / 60.0, within(1e-12));
  }

  /** A long event reaches a span from further away, and spans that touch count once. */
  @Test
  void theLengthOfAnEventCounts() {
    List<Span> spans = List.of(new Span(10, 12), new Span(11, 14), new Span(58, 70));

    assertThat(Coincidences.of(MINUTE, List.of(new Span(1, 5)), spans).expected())
        .isCloseTo((8 + 6) / 60.0, within(1e-12));
    assertThat(Coincidences.of(MINUTE, List.of(new Span(1, 40)), spans).expected())
        .isCloseTo((14 + 41) / 60.0, within(1e-12));
  }

  @Test
  void noEventsTellNothing() {
    Coincidences none = Coincidences.of(MINUTE, List.of(), List.of(new Span(1, 2)));

    assertThat(none.chance()).isEqualTo(1);
    assertThat(none.leastChance()).isEqualTo(1);
    assertThat(Coincidences.of(MINUTE, List.of(at(5)), List.of()).chance()).isEqualTo(1);
  }

  @Test
  void anEmptyTimeIsRefused() {
    assertThatThrownBy(() -> Coincidences.of(at(5), List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Span(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Ten kinds of events that have nothing to do with the spans, in a thousand runs. */
  @Test
  void falseAlarmsOverAllKindsComeNoMoreOftenThanStated() {
    assertThat(
            Simulations.percent(
                1_000,
                random -> {
                  List<Span> spans = spans(random, 120, 6);
                  List<Coincidences> kinds =
                      IntStream.range(0, 10)
                          .mapToObj(
                              kind ->
                                  Coincidences.of(
                                      new Span(0, 120),
                                      events(random, 120, 1 + random.nextInt(12), kind % 3),
                                      spans))
                          .toList();
                  return Coincidences.moreThanChance(kinds, 0.05).contains(true);
                }))
        .isLessThan(6.5);
  }

  /** Four of five events are followed by a span, among five spans without one. */
  @Test
  void eventsThatMatterAreFoundAmongOthers() {
    assertThat(
            Simulations.percent(
                500,
                random -> {
                  // As spikes are: seconds apart, or they would be one.
                  List<Double> times =
                      new ArrayList<>(
                          IntStream.range(0, 10)
                              .mapToObj(slot -> 12 * slot + 8 * random.nextDouble())
                              .toList());
                  Collections.shuffle(times, new Random(random.nextLong()));
                  List<Span> spans =
                      times.stream().skip(1).map(from -> new Span(from - 0.5, from + 1)).toList();
                  List<Span> causes = times.stream().limit(5).map(CoincidencesTest::at).toList();
                  List<Coincidences> kinds =
                      Stream.of(causes, events(random, 120, 9, 1), events(random, 120, 3, 0))
                          .map(kind -> Coincidences.of(new Span(0, 120), kind, spans))
                          .toList();
                  return Coincidences.moreThanChance(kinds, 0.01).getFirst();
                }))
        .isGreaterThan(90);
  }

  /** The second is not significant at 1 % / 2, and the third may not be either then. */
  @Test
  void allKindsAreJudgedTogether() {
    List<Coincidences> kinds = Stream.of(0.004, 0.006, 0.002).map(CoincidencesTest::kind).toList();

    assertThat(Coincidences.moreThanChance(kinds, 0.01)).containsExactly(true, true, true);
    assertThat(Coincidences.moreThanChance(kinds, 0.007)).containsExactly(false, false, true);
    assertThat(Coincidences.moreThanChance(List.of(), 0.01)).isEmpty();
  }

  private static Coincidences kind(double chance) {
    return new Coincidences(1, 1, 1, 1, 0, chance, chance);
  }

  private static Span at(double second) {
    return new Span(second, second);
  }

  private static List<Span> spans(SplittableRandom random, double end, int count) {
    return events(random, end, count, 2);
  }

  private static List<Span> events(SplittableRandom random, double end, int count, double length) {
    return IntStream.range(0, count)
        .mapToDouble(index -> random.nextDouble() * end)
        .sorted()
        .mapToObj(from -> new Span(from, from + length))
        .toList();
  }
}
