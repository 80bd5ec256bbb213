package io.kvbench.reports.text;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.result.PhaseResult;
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
    ClientTime time = phase.clientTime();
    if (time.totalNanos() <= 0) {
      return;
    }
    page.blank();
    List<Part> parts = parts(time);
    page.title(
        "Client time",
        "where %s spent %s"
            .formatted(
                Quantities.count(phase.clients(), "client"),
                Quantities.elapsed(phase.wallNanos())));
    page.line(bar(parts, page));
    legend(parts, time, page);
  }

  /** As many entries on a line as there is room for. */
  private static void legend(List<Part> parts, ClientTime time, Page page) {
    StringBuilder line = new StringBuilder();
    for (Part part : parts) {
      String entry = part.sign + " " + part.name + " " + part.share(time) + part.detail;
      if (!line.isEmpty() && line.length() + GAP.length() + entry.length() > page.width()) {
        page.indented(0, line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : GAP).append(entry);
    }
    page.indented(0, line.toString());
  }

  private static List<Part> parts(ClientTime time) {
    long errors = sum(time.errorNanos());
    return Stream.of(
            new Part("█", "OK", time.okNanos(), "", Ink.BAR),
            new Part("▒", "other answers", sum(time.otherOutcomeNanos()), "", Ink.OTHER),
            new Part("x", "errors", errors, kinds(time, errors), Ink.FAILED),
            new Part("r", "reconnecting", time.reconnectNanos(), "", Ink.FAILED),
            new Part("b", "backing off", time.backOffNanos().orElse(0), "", Ink.FAILED),
            new Part("░", "waiting for the next request", time.waitNanos(), "", Ink.OTHER),
            new Part("t", "thinking", time.thinkNanos(), "", Ink.OTHER),
            new Part("·", "idle", time.idleNanos(), "", Ink.OTHER),
            new Part("k", "kvbench itself", time.harnessNanos(), "", Ink.OTHER))
        .filter(part -> part.nanos > 0)
        .toList();
  }

  /** The kinds of error, where there is more than one to tell apart. */
  private static String kinds(ClientTime time, long errors) {
    if (time.errorNanos().size() < 2) {
      return "";
    }
    Map<ErrorKind, Long> sorted = new TreeMap<>(time.errorNanos());
    return sorted.entrySet().stream()
        .map(entry -> entry.getKey() + " " + Quantities.percent(entry.getValue(), errors))
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

  private static long sum(Map<?, Long> parts) {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }

  private record Part(String sign, String name, long nanos, String detail, Ink ink) {
    String share(ClientTime time) {
      return Quantities.percent(nanos, time.totalNanos());
    }
  }
}
