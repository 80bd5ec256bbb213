package io.kvbench.reports.spikes;

import io.kvbench.reports.spikes.Spikes.Coincident;
import io.kvbench.reports.spikes.Spikes.Count;
import io.kvbench.reports.spikes.Spikes.Explained;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.statistics.Coincidences;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The spikes of a run, and the coincidences of their possible causes, as tables. */
public final class SpikesSheet {
  private static final int MOST_TOLD = 3;

  private static final List<Figure<Count>> COUNTS =
      List.of(
          Figure.of("cause", count -> Cell.words(count.cause().title())),
          Figure.of("times", count -> Cell.of((double) count.seen().events(), Unit.COUNT)),
          Figure.of(
              "with a spike", count -> Cell.of((double) count.seen().eventsWith(), Unit.COUNT)),
          Figure.of("by chance", count -> Cell.of(count.seen().expected(), Unit.MEAN)),
          Figure.of("finding", count -> Cell.words(finding(count))));

  private SpikesSheet() {}

  private static List<Figure<Explained>> columns(String time) {
    return List.of(
        Figure.of("at", each -> Cell.words(each.spike().place())),
        Figure.of(
            "lasted",
            each -> Cell.of(each.spike().time().to() - each.spike().time().from(), Unit.SECONDS)),
        Figure.of(time, each -> Cell.of(each.spike().p99Nanos(), Unit.NANOS)),
        Figure.of("usual " + time, each -> Cell.of((double) each.spike().usualNanos(), Unit.NANOS)),
        Figure.of("OK/s", each -> Cell.of(okShare(each.spike()), Unit.SHARE)),
        Figure.of("attributed to", each -> Cell.words(told(each))));
  }

  /** Returns the spikes, the first ones if there are many. */
  public static Sheet spikes(Spikes spikes, int most) {
    int all = spikes.spikes().size();
    String time =
        spikes.spikes().stream()
            .map(each -> each.spike().title())
            .filter(Spike.SLOWEST::equals)
            .findFirst()
            .orElse("p99");
    return Sheet.of(
        "Spikes",
        "%s of seconds beyond the noise of the run, or hardly any OK answers; in %s of sending%s"
            .formatted(
                time,
                Quantities.elapsed(spikes.seconds() * 1_000_000_000L),
                all > most ? "; the first " + most + " of " + all : ""),
        columns(time),
        spikes.spikes().stream().limit(most).toList());
  }

  /** Returns how often possible causes came with a spike; none where there were no spikes. */
  public static Sheet causes(Spikes spikes) {
    return Sheet.of(
        "Possible causes",
        "how often they came with a spike; a coincidence is no proof",
        COUNTS,
        spikes.spikes().isEmpty() ? List.of() : spikes.counts());
  }

  public static String none(Spikes spikes) {
    return "none in " + Quantities.elapsed(spikes.seconds() * 1_000_000_000L) + " of sending";
  }

  public static String told(Explained explained) {
    String others = texts(explained.others());
    String also = others.isEmpty() ? "" : "coincided as well: " + others;
    if (!explained.causes().isEmpty()) {
      return texts(explained.causes()) + (also.isEmpty() ? "" : "; " + also);
    }
    return "no cause found" + (others.isEmpty() ? "" : "; coincided: " + others);
  }

  public static String words(Explained explained) {
    Spike spike = explained.spike();
    String p99 =
        spike.p99Nanos().isPresent()
            ? "%s %s, usually %s"
                .formatted(
                    spike.title(),
                    Quantities.duration(spike.p99Nanos().getAsLong()),
                    Quantities.duration(spike.usualNanos()))
            : "no OK answers";
    return p99 + ": " + told(explained);
  }

  private static String texts(List<Coincident> all) {
    String first =
        all.stream()
            .map(Coincident::text)
            .distinct()
            .limit(MOST_TOLD)
            .collect(Collectors.joining(", "));
    long more = all.stream().map(Coincident::text).distinct().count() - MOST_TOLD;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  private static OptionalDouble okShare(Spike spike) {
    return spike.stalled() ? OptionalDouble.of(spike.okShare()) : OptionalDouble.empty();
  }

  private static String finding(Count count) {
    Coincidences seen = count.seen();
    if (seen.events() == 0 || seen.spans() == 0) {
      return "not judged: spikes with a direct cause are left out";
    }
    String spikes =
        "%s of %s with it, %s without"
            .formatted(
                Quantities.count(seen.spansWith()),
                Quantities.count(seen.spans(), "spike"),
                Quantities.count(seen.spans() - seen.spansWith()));
    return switch (count.finding()) {
      case DIRECT ->
          spikes
              + "; stops requests by itself"
              + (seen.events() == 1 ? ", though one coincidence is all there is" : "");
      case ATTRIBUTED -> spikes + "; so many by chance in " + share(seen.chance()) + " of runs";
      case TOO_FEW ->
          spikes
              + "; too few to tell: even if all came with a spike, that would be chance in "
              + share(seen.leastChance())
              + " of runs";
      case CHANCE -> spikes + "; so many or more by chance in " + share(seen.chance()) + " of runs";
    };
  }

  private static String share(double chance) {
    return Quantities.percent(chance, 1);
  }
}
