package io.kvbench.reports.html;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.reports.colour.TimeColour;
import io.kvbench.reports.html.Figures.Bar;
import io.kvbench.reports.html.Figures.Part;
import io.kvbench.reports.html.Figures.PartKind;
import io.kvbench.reports.html.Figures.Shares;
import io.kvbench.reports.run.ClientTimePart;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The client-time account as bars. */
final class ClientShares {
  private static final String NOTE =
      "Where the clients spent their time. Response times are of operations answered OK and cover"
          + " only that part.";

  private static final Map<String, TimeColour> COLOURS =
      Stream.of(ClientTimePart.values())
          .filter(part -> part != ClientTimePart.ERRORS)
          .collect(Collectors.toUnmodifiableMap(ClientTimePart::title, ClientShares::colour));

  private ClientShares() {}

  /** Backing off, thinking and holding a lock are all pauses, and hardly ever in one run. */
  private static TimeColour colour(ClientTimePart part) {
    return switch (part) {
      case BACKING_OFF, HOLDING -> TimeColour.THINKING;
      default -> TimeColour.valueOf(part.name());
    };
  }

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

  /** Errors are told apart by kind. */
  static Bar bar(String name, ClientTime time) {
    List<Part> parts = new ArrayList<>();
    for (ClientTimePart part : ClientTimePart.values()) {
      if (part == ClientTimePart.ERRORS) {
        new TreeMap<>(time.errorNanos())
            .forEach((kind, nanos) -> add(parts, kind.name(), nanos, time));
      } else {
        add(parts, part.title(), part.nanos(time), time);
      }
    }
    return new Bar(name, parts);
  }

  private static void add(List<Part> parts, String name, long nanos, ClientTime time) {
    if (nanos > 0 && time.totalNanos() > 0) {
      parts.add(new Part(name, (double) nanos / time.totalNanos()));
    }
  }
}
