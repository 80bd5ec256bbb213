package io.kvbench.reports.html;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.reports.colour.TimeColour;
import io.kvbench.reports.html.Figures.Bar;
import io.kvbench.reports.html.Figures.Part;
import io.kvbench.reports.html.Figures.PartKind;
import io.kvbench.reports.html.Figures.Shares;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The client-time account as bars. */
final class ClientShares {
  private static final String OK = "OK";
  private static final String OTHER = "other answers";
  private static final String RECONNECTING = "reconnecting";
  private static final String BACKING_OFF = "backing off";
  private static final String WAITING = "waiting for the next request";
  private static final String THINKING = "thinking";
  private static final String IDLE = "idle";
  private static final String KVBENCH = "kvbench itself";
  private static final String NOTE =
      "Where the clients spent their time. Response times are of operations answered OK: they tell"
          + " of that part only.";

  /** Of all but errors. Backing off and thinking are both pauses, and hardly ever in one run. */
  private static final Map<String, TimeColour> COLOURS =
      Map.of(
          OK,
          TimeColour.OK,
          OTHER,
          TimeColour.OTHER_ANSWERS,
          RECONNECTING,
          TimeColour.RECONNECTING,
          BACKING_OFF,
          TimeColour.THINKING,
          WAITING,
          TimeColour.WAITING,
          THINKING,
          TimeColour.THINKING,
          IDLE,
          TimeColour.IDLE,
          KVBENCH,
          TimeColour.KVBENCH);

  private ClientShares() {}

  static Shares chart(List<Bar> bars) {
    Set<String> names = new LinkedHashSet<>();
    bars.forEach(bar -> bar.parts().forEach(part -> names.add(part.name())));
    List<PartKind> kinds = new ArrayList<>();
    int errors = 0;
    for (String name : names) {
      TimeColour known = COLOURS.get(name);
      TimeColour colour = known == null ? TimeColour.ofErrors(errors++) : known;
      kinds.add(new PartKind(name, Strokes.time(colour)));
    }
    return new Shares("shares", "client-time", "Client time", NOTE, kinds, bars);
  }

  static Bar bar(String name, ClientTime time) {
    List<Part> parts = new ArrayList<>();
    long other = time.otherOutcomeNanos().values().stream().mapToLong(Long::longValue).sum();
    add(parts, OK, time.okNanos(), time);
    add(parts, OTHER, other, time);
    new TreeMap<>(time.errorNanos()).forEach((kind, nanos) -> add(parts, kind.name(), nanos, time));
    add(parts, RECONNECTING, time.reconnectNanos(), time);
    add(parts, BACKING_OFF, time.backOffNanos().orElse(0), time);
    add(parts, WAITING, time.waitNanos(), time);
    add(parts, THINKING, time.thinkNanos(), time);
    add(parts, IDLE, time.idleNanos(), time);
    add(parts, KVBENCH, time.harnessNanos(), time);
    return new Bar(name, parts);
  }

  private static void add(List<Part> parts, String name, long nanos, ClientTime time) {
    if (nanos > 0 && time.totalNanos() > 0) {
      parts.add(new Part(name, (double) nanos / time.totalNanos()));
    }
  }
}
