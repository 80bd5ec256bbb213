package io.kvbench.core.workload.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A distribution of an amount of bytes or time, as configured by users. Immutable. The forms:
 *
 * <ul>
 *   <li>{@code A}: always this amount
 *   <li>{@code A..B}: any amount between them, with equal probability
 *   <li>{@code exponential:MEAN}
 *   <li>{@code lognormal:MEDIAN:P99}: the logarithm is normal; {@code sigma = ln(P99 / MEDIAN) /
 *       2.3263}, the 99th percentile of the standard normal distribution
 *   <li>{@code FORM*WEIGHT, FORM*WEIGHT ...}: one of these forms, in proportion to its weight
 * </ul>
 *
 * <p>The last two single forms are unbounded. They are truncated at the 99.99th percentile: larger
 * amounts are drawn again.
 *
 * @param words as the user wrote it
 * @param min the smallest possible amount, at least 0
 * @param max the largest possible amount
 */
public record Spread(String words, long min, long max, Distribution distribution) {
  private static final Pattern WEIGHT = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

  /** The 99th percentile of the standard normal distribution. */
  private static final double Z_99 = 2.3263478740408408;

  /** The 99.99th percentile of the standard normal distribution. */
  private static final double Z_LAST = 3.719016485455709;

  /** The 99.99th percentile of the exponential distribution with the mean 1. */
  private static final double E_LAST = 9.210340371976184;

  private record Constant(long amount) implements Distribution {
    @Override
    public long draw(SplittableRandom random) {
      return amount;
    }
  }

  private record Rare(double mean, long max) implements Distribution {
    @Override
    public long draw(SplittableRandom random) {
      while (true) {
        long drawn = Math.round(mean * Variates.exponential(random));
        if (drawn <= max) {
          return drawn;
        }
      }
    }
  }

  private record Lognormal(double median, double sigma, long max) implements Distribution {
    @Override
    public long draw(SplittableRandom random) {
      while (true) {
        long drawn = Math.round(median * StrictMath.exp(sigma * Variates.normal(random)));
        if (drawn <= max) {
          return drawn;
        }
      }
    }
  }

  private record Mixed(List<Spread> parts, Weighted weights) implements Distribution {
    @Override
    public long draw(SplittableRandom random) {
      return parts.get(weights.draw(random)).draw(random);
    }
  }

  /** Returns a constant amount. */
  public static Spread exactly(long amount) {
    return new Spread(Long.toString(amount), amount, amount, new Constant(amount));
  }

  /**
   * Returns the accepted forms, for messages.
   *
   * @param amount the form of an amount, such as {@code a duration with a unit}
   * @param example an example with weights, such as {@code 100*9, 10k*1}
   */
  public static String accepts(String amount, String example) {
    return amount
        + ", or a distribution: MIN..MAX, exponential:MEAN, lognormal:MEDIAN:P99, or several with"
        + " weights, as in "
        + example;
  }

  /**
   * Parses one of the forms.
   *
   * @param amount parses an amount of at least 0
   * @throws IllegalArgumentException if the text has none of the forms
   */
  public static Spread parse(String text, ToLongFunction<String> amount) {
    List<String> parts = Stream.of(text.split(",", -1)).map(String::strip).toList();
    return parts.size() == 1 && text.indexOf('*') < 0
        ? single(text, amount)
        : mixed(text, parts, amount);
  }

  private static Spread mixed(String text, List<String> parts, ToLongFunction<String> amount) {
    List<Spread> spreads = new ArrayList<>();
    double[] weights = new double[parts.size()];
    for (String part : parts) {
      int star = part.lastIndexOf('*');
      String weight = part.substring(star + 1).strip();
      if (star < 0 || !WEIGHT.matcher(weight).matches()) {
        throw new IllegalArgumentException(part);
      }
      weights[spreads.size()] = positive(Double.parseDouble(weight));
      spreads.add(single(part.substring(0, star).strip(), amount));
    }
    return new Spread(
        text,
        spreads.stream().mapToLong(Spread::min).min().orElseThrow(),
        spreads.stream().mapToLong(Spread::max).max().orElseThrow(),
        new Mixed(List.copyOf(spreads), new Weighted(weights)));
  }

  private static Spread single(String text, ToLongFunction<String> amount) {
    int dots = text.indexOf("..");
    if (dots > 0) {
      long min = amount.applyAsLong(text.substring(0, dots).strip());
      long max = amount.applyAsLong(text.substring(dots + 2).strip());
      if (min > max) {
        throw new IllegalArgumentException(text);
      }
      return new Spread(text, min, max, new Uniform(min, max));
    }
    String[] words = text.split(":", -1);
    return switch (words[0]) {
      case "exponential" -> exponential(text, words, amount);
      case "lognormal" -> lognormal(text, words, amount);
      default -> new Spread(text, exactly(amount.applyAsLong(text)));
    };
  }

  private static Spread exponential(String text, String[] words, ToLongFunction<String> amount) {
    if (words.length != 2) {
      throw new IllegalArgumentException(text);
    }
    double mean = positive(amount.applyAsLong(words[1]));
    long max = Math.round(mean * E_LAST);
    return new Spread(text, 0, max, new Rare(mean, max));
  }

  private static Spread lognormal(String text, String[] words, ToLongFunction<String> amount) {
    if (words.length != 3) {
      throw new IllegalArgumentException(text);
    }
    double median = positive(amount.applyAsLong(words[1]));
    double p99 = amount.applyAsLong(words[2]);
    if (p99 < median) {
      throw new IllegalArgumentException(text);
    }
    double sigma = StrictMath.log(p99 / median) / Z_99;
    long max = Math.round(median * StrictMath.exp(sigma * Z_LAST));
    return new Spread(text, 0, max, new Lognormal(median, sigma, max));
  }

  private static double positive(double number) {
    if (!(number > 0)) {
      throw new IllegalArgumentException(Double.toString(number));
    }
    return number;
  }

  private Spread(String words, Spread same) {
    this(words, same.min, same.max, same.distribution);
  }

  /** Returns whether all amounts are equal. */
  public boolean isConstant() {
    return min == max;
  }

  /** Draws an amount. Allocates nothing. */
  public long draw(SplittableRandom random) {
    return distribution.draw(random);
  }
}
