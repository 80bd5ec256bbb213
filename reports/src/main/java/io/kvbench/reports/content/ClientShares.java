package io.kvbench.reports.content;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.reports.colour.TimeColour;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Share;
import io.kvbench.reports.document.Chart.ShareKind;
import io.kvbench.reports.document.Chart.Shares;
import io.kvbench.reports.document.Chart.Whole;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.run.ClientTimePart;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The client-time account as a chart. */
final class ClientShares {
  private static final String NOTE =
      "Where the clients spent their time. Response times are of operations answered OK and cover"
          + " only that part.";

  private final Map<String, ShareKind> kinds = new LinkedHashMap<>();
  private final List<Whole> wholes = new ArrayList<>();
  private int errors;

  /** Returns the account of phases; no chart where none has any time. */
  static List<Chart> of(List<PhaseResult> phases) {
    ClientShares shares = new ClientShares();
    phases.forEach(
        phase ->
            shares.add(
                Curves.nameOf(phase),
                PhaseParts.clients(phase) + ", " + Quantities.elapsed(phase.span().wallNanos()),
                phase.client().clientTime()));
    return shares.chart();
  }

  /** Adds a whole, if it has any time; its errors are divided by kind. */
  void add(String name, String about, ClientTime time) {
    if (time.totalNanos() <= 0) {
      return;
    }
    List<Share> shares = new ArrayList<>();
    for (ClientTimePart part : ClientTimePart.values()) {
      if (part == ClientTimePart.ERRORS) {
        new TreeMap<>(time.errorNanos())
            .forEach((kind, nanos) -> add(shares, part, kind.name(), nanos, time));
      } else {
        add(shares, part, part.title(), part.nanos(time), time);
      }
    }
    wholes.add(new Whole(name, about, shares));
  }

  private void add(
      List<Share> shares, ClientTimePart part, String name, long nanos, ClientTime time) {
    if (nanos > 0) {
      kinds.computeIfAbsent(name, added -> kind(added, part));
      shares.add(new Share(name, (double) nanos / time.totalNanos()));
    }
  }

  private ShareKind kind(String name, ClientTimePart part) {
    return switch (part) {
      case OK -> kind(name, TimeColour.OK, "█", Tone.GOOD);
      case OTHER_ANSWERS -> kind(name, TimeColour.OTHER_ANSWERS, "▒", Tone.PLAIN);
      case ERRORS -> kind(name, TimeColour.ofErrors(errors++), "x", Tone.BAD);
      case RECONNECTING -> kind(name, TimeColour.RECONNECTING, "r", Tone.BAD);
      // These are pauses like thinking, and hardly ever in one run.
      case BACKING_OFF -> kind(name, TimeColour.THINKING, "b", Tone.BAD);
      case HOLDING -> kind(name, TimeColour.THINKING, "h", Tone.PLAIN);
      case THINKING -> kind(name, TimeColour.THINKING, "t", Tone.PLAIN);
      case WAITING -> kind(name, TimeColour.WAITING, "░", Tone.PLAIN);
      case IDLE -> kind(name, TimeColour.IDLE, "·", Tone.PLAIN);
      case KVBENCH -> kind(name, TimeColour.KVBENCH, "k", Tone.PLAIN);
    };
  }

  private static ShareKind kind(String name, TimeColour colour, String sign, Tone tone) {
    return new ShareKind(name, Strokes.time(colour), sign, tone);
  }

  /** Returns the chart of what was added; none of nothing. */
  List<Chart> chart() {
    return wholes.isEmpty()
        ? List.of()
        : List.of(
            new Shares("client-time", "Client time", NOTE, List.copyOf(kinds.values()), wholes));
  }
}
