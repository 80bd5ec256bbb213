package io.kvbench.reports.html;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.reports.html.Figures.Bar;
import io.kvbench.reports.html.Figures.Part;
import io.kvbench.reports.html.Figures.Shares;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The client-time account as bars. */
final class ClientShares {
  private static final String NOTE =
      "Where the clients spent their time. Response times are of operations answered OK: they tell"
          + " of that part only.";

  private ClientShares() {}

  static Shares chart(List<Bar> bars) {
    return new Shares("shares", "client-time", "Client time", NOTE, bars);
  }

  static Bar bar(String name, ClientTime time) {
    List<Part> parts = new ArrayList<>();
    long other = time.otherOutcomeNanos().values().stream().mapToLong(Long::longValue).sum();
    add(parts, "OK", time.okNanos(), time);
    add(parts, "other answers", other, time);
    new TreeMap<>(time.errorNanos()).forEach((kind, nanos) -> add(parts, kind.name(), nanos, time));
    add(parts, "reconnecting", time.reconnectNanos(), time);
    add(parts, "waiting for their turn", time.waitNanos(), time);
    add(parts, "thinking", time.thinkNanos(), time);
    add(parts, "idle", time.idleNanos(), time);
    add(parts, "kvbench itself", time.harnessNanos(), time);
    return new Bar(name, parts);
  }

  private static void add(List<Part> parts, String name, long nanos, ClientTime time) {
    if (nanos > 0 && time.totalNanos() > 0) {
      parts.add(new Part(name, (double) nanos / time.totalNanos()));
    }
  }
}
