package io.kvbench.results.verdict;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Shares;
import io.kvbench.results.figure.Formula;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The parser of one threshold: {@code [OPERATION.]FIGURE<VALUE}, also with {@code <=}, {@code >} or
 * {@code >=}. Figures are {@code response.STATISTIC}, {@code service.STATISTIC}, {@code
 * lag.STATISTIC}, {@code errors}, {@code errors.KIND} and {@code throughput}. A last part {@code
 * outsidefaults} or {@code infaults} restricts it to the time outside or inside of fault windows.
 */
final class SloParser {
  private static final Pattern FORM = Pattern.compile("([^<>=\\s]+)\\s*([<>]=?)\\s*([^<>=]+)");
  private static final Pattern SEVERAL =
      Pattern.compile("[^<>]+[<>]=?\\s*\\S+\\s+[^\\s<>]+\\s*[<>].*");
  private static final Pattern PER_CENT = Pattern.compile("\\d+(\\.\\d+)?\\s*%");
  private static final List<String> WRITES = List.of("write", "put", "set");
  private static final List<String> FIGURES =
      Stream.concat(
              Stream.of(TimeKind.values()).map(TimeKind::word), Stream.of("errors", "throughput"))
          .toList();

  private final String text;
  private final String name;
  private final String sign;
  private final String value;
  private final FaultScope scope;

  private SloParser(String text, Matcher form) {
    this.text = text;
    this.name = form.group(1);
    this.sign = form.group(2);
    this.value = form.group(3);
    this.scope = scope(name);
  }

  /**
   * Parses a threshold.
   *
   * @throws IllegalArgumentException if it is none; the message tells the user why
   */
  static Slo parse(String text) {
    Matcher form = FORM.matcher(text);
    if (SEVERAL.matcher(text).matches()) {
      throw wrong(text, "looks like several thresholds; separate them with commas.");
    }
    if (!form.matches()) {
      throw wrong(text, "must have the form NAME<VALUE, as in INSERT.response.p99<20ms.");
    }
    return new SloParser(text, form).parse();
  }

  private Slo parse() {
    List<String> all = List.of(name.split("\\.", -1));
    List<String> parts = scope == FaultScope.ALL ? all : all.subList(0, all.size() - 1);
    Optional<OperationType> type =
        parts.isEmpty() ? Optional.empty() : constant(OperationType.class, parts.getFirst());
    List<String> rest = type.isPresent() ? parts.subList(1, parts.size()) : parts;
    String figure = rest.isEmpty() ? "" : rest.getFirst();
    String detail = String.join(".", rest.subList(Math.min(1, rest.size()), rest.size()));
    return switch (figure) {
      case "errors" -> errors(type, detail);
      case "throughput" -> slo(type, throughput(detail), rate());
      default ->
          time(
              type,
              Stream.of(TimeKind.values())
                  .filter(kind -> kind.word().equals(figure))
                  .findFirst()
                  .orElseThrow(() -> unknownFigure(type, figure)),
              detail);
    };
  }

  private static FaultScope scope(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return Stream.of(FaultScope.values())
        .filter(scope -> scope.word().equalsIgnoreCase(last) && scope != FaultScope.ALL)
        .findFirst()
        .orElse(FaultScope.ALL);
  }

  private Statistic statistic(String figure, String statistic) {
    return Statistic.parse(statistic)
        .orElseThrow(
            () ->
                wrong(
                    (statistic.isEmpty()
                            ? "lacks a statistic"
                            : "has the unknown statistic '" + statistic + "'")
                        + ": "
                        + figure
                        + ". must be followed by "
                        + Statistic.FORMS
                        + "."));
  }

  private Slo time(Optional<OperationType> type, TimeKind kind, String detail) {
    Formula.Time formula = new Formula.Time(kind, statistic(kind.word(), detail));
    if (type.isPresent() && kind == TimeKind.LAG) {
      throw wrong("names the lag of " + type.get() + ", but lag covers all requests; use lag.p99.");
    }
    try {
      return slo(type, formula, Durations.parse(value).toNanos());
    } catch (IllegalArgumentException e) {
      throw wrong("requires a duration with a unit (ns, us, ms, s, m or h), as in 20ms.", e);
    }
  }

  private Slo errors(Optional<OperationType> type, String kind) {
    Optional<ErrorKind> of = kind.isEmpty() ? Optional.empty() : Optional.of(errorKind(kind));
    try {
      return value.endsWith("%")
          ? slo(type, new Formula.ErrorShare(of), Shares.parse(value))
          : slo(type, new Formula.ErrorCount(of), Long.parseUnsignedLong(value.replace("_", "")));
    } catch (IllegalArgumentException e) {
      if (PER_CENT.matcher(value).matches()) {
        throw wrong("allows " + value + ", but the maximum is 100 %.", e);
      }
      throw wrong("requires a percentage or an integer number of operations, as in 0.1% or 5.", e);
    }
  }

  private ErrorKind errorKind(String kind) {
    return constant(ErrorKind.class, kind)
        .orElseThrow(
            () ->
                wrong(
                    "has the unknown error kind '"
                        + kind
                        + "'"
                        + nearest(kind.toUpperCase(Locale.ROOT), names(ErrorKind.class))));
  }

  private Formula.Throughput throughput(String detail) {
    if (!detail.isEmpty()) {
      throw wrong("has '" + detail + "' after throughput, which takes no suffix.");
    }
    return new Formula.Throughput();
  }

  private double rate() {
    try {
      double rate = Double.parseDouble(value.replace("_", ""));
      if (Double.isFinite(rate) && rate >= 0) {
        return rate;
      }
    } catch (NumberFormatException e) {
      throw wrong("requires a number of operations per second, as in 1000.", e);
    }
    throw wrong("requires a number of operations per second, as in 1000.");
  }

  private Slo slo(Optional<OperationType> type, Formula.OfThreshold formula, double threshold) {
    ThresholdOperator comparison =
        Stream.of(ThresholdOperator.values())
            .filter(one -> one.sign().equals(sign))
            .findFirst()
            .orElseThrow();
    return new Slo(text, name, type, scope, formula, comparison, threshold);
  }

  private IllegalArgumentException unknownFigure(Optional<OperationType> type, String figure) {
    if (figure.isEmpty()) {
      return wrong("lacks a figure: one of " + String.join(", ", FIGURES) + ".");
    }
    if (Statistic.parse(figure).isPresent()) {
      String unit = value.matches("[0-9.]+") ? "ms" : "";
      int at = name.indexOf(figure);
      throw wrong(
          "lacks a figure; did you mean '%sresponse.%s%s%s%s'?"
              .formatted(name.substring(0, at), name.substring(at), sign, value, unit));
    }
    List<String> known = new ArrayList<>(FIGURES);
    if (type.isEmpty()) {
      if (WRITES.contains(figure.toLowerCase(Locale.ROOT))) {
        throw wrong(
            "has the unknown part '%s'; did you mean 'INSERT' or 'UPDATE'?".formatted(figure));
      }
      known.addAll(names(OperationType.class));
    }
    String found =
        Nearest.to(figure, known)
            .or(() -> Nearest.to(figure.toUpperCase(Locale.ROOT), known))
            .map(name -> "; did you mean '" + name + "'?")
            .orElse("; expected one of " + Excerpt.of(known) + ".");
    return wrong("has the unknown part '" + figure + "'" + found);
  }

  private static String nearest(String name, List<String> known) {
    return Nearest.to(name, known)
        .map(near -> "; did you mean '" + near + "'?")
        .orElse("; expected one of " + Excerpt.of(known) + ".");
  }

  private static <E extends Enum<E>> Optional<E> constant(Class<E> type, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equalsIgnoreCase(name))
        .findFirst();
  }

  private static <E extends Enum<E>> List<String> names(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
  }

  private IllegalArgumentException wrong(String problem) {
    return wrong(text, problem);
  }

  private IllegalArgumentException wrong(String problem, Throwable cause) {
    return new IllegalArgumentException("'" + text + "' " + problem, cause);
  }

  private static IllegalArgumentException wrong(String text, String problem) {
    return new IllegalArgumentException("'" + text + "' " + problem);
  }
}
