package io.kvbench.reports.text;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.reports.run.ClientTimePart;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The client-time account as a bar: a sign of its own for each part, so that it needs no colour.
 */
final class ClientTimeBar {
  private static final String GAP = "   ";

  private ClientTimeBar() {}

  static void render(PhaseResult phase, Page page) {
    ClientTime time = phase.client().clientTime();
    if (time.totalNanos() <= 0) {
      return;
    }
    page.blank();
    List<Part> parts = parts(time);
    page.title(
        "Client time",
        "%s, %s".formatted(clients(phase), Quantities.elapsed(phase.span().wallNanos())));
    page.line(bar(parts, page));
    legend(parts, time, page);
  }

  /** As many entries on a line as there is room for. */
  private static void legend(List<Part> parts, ClientTime time, Page page) {
    StringBuilder line = new StringBuilder();
    for (Part part : parts) {
      String entry = part.sign + " " + part.of.title() + " " + part.share(time) + kinds(part, time);
      if (!line.isEmpty() && line.length() + GAP.length() + entry.length() > page.width()) {
        page.indented(0, line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : GAP).append(entry);
    }
    page.indented(0, line.toString());
  }

  private static List<Part> parts(ClientTime time) {
    return Stream.of(ClientTimePart.values())
        .filter(part -> part.nanos(time) > 0)
        .map(part -> new Part(sign(part), part, part.nanos(time), ink(part)))
        .toList();
  }

  private static String sign(ClientTimePart part) {
    return switch (part) {
      case OK -> "█";
      case OTHER_ANSWERS -> "▒";
      case ERRORS -> "x";
      case RECONNECTING -> "r";
      case BACKING_OFF -> "b";
      case WAITING -> "░";
      case THINKING -> "t";
      case HOLDING -> "h";
      case IDLE -> "·";
      case KVBENCH -> "k";
    };
  }

  private static Ink ink(ClientTimePart part) {
    return switch (part) {
      case OK -> Ink.BAR;
      case ERRORS, RECONNECTING, BACKING_OFF -> Ink.FAILED;
      case OTHER_ANSWERS, WAITING, THINKING, HOLDING, IDLE, KVBENCH -> Ink.OTHER;
    };
  }

  /** The kinds of error, where there is more than one to tell apart. */
  private static String kinds(Part part, ClientTime time) {
    if (part.of != ClientTimePart.ERRORS || time.errorNanos().size() < 2) {
      return "";
    }
    Map<ErrorKind, Long> sorted = new TreeMap<>(time.errorNanos());
    return sorted.entrySet().stream()
        .map(entry -> entry.getKey() + " " + Quantities.percent(entry.getValue(), part.nanos))
        .collect(Collectors.joining(", ", " (of which ", ")"));
  }

  /** Every part has at least one column; the rest of the columns goes by share. */
  private static String bar(List<Part> parts, Page page) {
    int width = page.width() - 2;
    long total = parts.stream().mapToLong(Part::nanos).sum();
    StringBuilder bar = new StringBuilder("[");
    int drawn = 0;
    double shares = 0;
    for (int index = 0; index < parts.size(); index++) {
      Part part = parts.get(index);
      shares += (double) part.nanos / total;
      int after = parts.size() - 1 - index;
      int until = Math.clamp(Math.round(shares * width), drawn + 1, width - after);
      bar.append(part.ink.on(part.sign.repeat(until - drawn), page.style()));
      drawn = until;
    }
    return bar.append(']').toString();
  }

  private record Part(String sign, ClientTimePart of, long nanos, Ink ink) {
    String share(ClientTime time) {
      return Quantities.percent(nanos, time.totalNanos());
    }
  }

  /** Returns how many clients there were, and how many they became in an open loop. */
  static String clients(PhaseResult phase) {
    return phase.mostClients() == phase.load().clients()
        ? Quantities.count(phase.load().clients(), "client")
        : Quantities.count(phase.load().clients())
            + " to "
            + Quantities.count(phase.mostClients(), "client");
  }
}
