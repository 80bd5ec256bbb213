package io.kvbench.results.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/**
 * Human-readable numbers with units. The same in every locale: comma between thousands, dot before
 * decimals. Measured quantities have three significant digits, or four in the reasons of verdicts.
 */
public final class Quantities {
  private static final double LEAST_SHARE = 0.0005;
  private static final List<Scale> TIMES =
      List.of(new Scale("ns", 1), new Scale("µs", 1e3), new Scale("ms", 1e6), new Scale("s", 1e9));
  private static final List<Scale> SIZES =
      List.of(
          new Scale("B", 1),
          new Scale("KiB", 0x1p10),
          new Scale("MiB", 0x1p20),
          new Scale("GiB", 0x1p30),
          new Scale("TiB", 0x1p40));
  private static final double SMALL_BYTES = 9_999.5;
  private static final List<Scale> DECIMAL_SIZES =
      List.of(
          new Scale("B", 1),
          new Scale("kB", 1e3),
          new Scale("MB", 1e6),
          new Scale("GB", 1e9),
          new Scale("TB", 1e12),
          new Scale("PB", 1e15));
  private static final MathContext FOUR_DIGITS = new MathContext(4);

  private Quantities() {}

  /** Returns a number of things, such as {@code 1,000,000}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Returns a number with what there is of it, such as {@code 1 client} or {@code 500 clients}. */
  public static String count(long count, String thing) {
    return count(count) + " " + thing + (count == 1 ? "" : "s");
  }

  /**
   * Returns a number per second without the unit: {@code 18,903}, {@code 99.5} or {@code 0.25}, to
   * at least two significant digits.
   */
  public static String rate(double perSecond) {
    if (!Double.isFinite(perSecond)) {
      return "?";
    }
    int decimals = perSecond >= 99.95 || perSecond == 0 ? 0 : perSecond >= 9.995 ? 1 : 2;
    return decimal(perSecond, decimals);
  }

  /** Returns a duration, such as {@code 26.4 ms}. */
  public static String duration(long nanos) {
    return nanos == 0 ? "0 s" : scaled(nanos, TIMES);
  }

  /**
   * Returns a time that was measured to the microsecond, such as {@code 412 µs}; what is less than
   * one is {@code <1 µs}.
   */
  public static String micros(long micros) {
    if (micros <= 0) {
      return "<1 µs";
    }
    return micros < 1_000 ? micros + " µs" : scaled(micros * 1e3, TIMES);
  }

  /** Returns how long something took on the wall: {@code 52.9 s}, {@code 12 min 5 s}. */
  public static String elapsed(long nanos) {
    long seconds = Math.round(nanos / 1e9);
    if (nanos < 1_000_000_000L) {
      return duration(nanos);
    }
    if (Math.round(nanos / 1e8) < 600) {
      return decimal(nanos / 1e9, 1) + " s";
    }
    if (seconds < 3_600) {
      return seconds / 60 + " min " + seconds % 60 + " s";
    }
    return count(seconds / 3_600) + " h " + seconds / 60 % 60 + " min " + seconds % 60 + " s";
  }

  /** Returns a number of bytes in powers of 1024, such as {@code 312 MiB}. */
  public static String bytes(long bytes) {
    return bytes < 1_024 ? bytes + " B" : scaled(bytes, SIZES);
  }

  /**
   * Returns a share in per cent with one decimal. Something is never {@code 0.0 %}, and not quite
   * all is never {@code 100.0 %}.
   */
  public static String percent(double part, double whole) {
    if (whole == 0 || part == 0) {
      return "0 %";
    }
    double share = part / whole;
    if (share == 1) {
      return "100 %";
    }
    if (share > 0 && share < LEAST_SHARE) {
      return "<0.1 %";
    }
    return share < 1 && share > 1 - LEAST_SHARE ? ">99.9 %" : decimal(share * 100, 1) + " %";
  }

  /** Returns a part of a processor with two decimals, such as {@code 0.46 % of a core}. */
  public static String percentOfCore(double percent) {
    return decimal(percent, 2) + " % of a core";
  }

  /** Returns bytes in powers of 1000 with three digits; fewer than 10,000 to the byte. */
  public static String decimalBytes(double bytes) {
    return bytes < SMALL_BYTES ? decimal(bytes, 0) + " B" : scaled(bytes, DECIMAL_SIZES);
  }

  /** Returns bytes in powers of 1000 as the older tools' tables have them. */
  public static String coarseBytes(double bytes) {
    Scale scale = scale(bytes, DECIMAL_SIZES, 0.9995);
    double scaled = bytes / scale.size;
    return decimal(scaled, scale.size > 1 && scaled < 9.95 ? 1 : 0) + " " + scale.name;
  }

  public static String of(double value, Unit unit) {
    return switch (unit) {
      case SECONDS, CPU_SECONDS -> elapsed(Math.round(value * 1e9));
      case COUNT -> count(Math.round(value));
      case MEAN -> rate(value);
      case PER_SECOND -> rate(value) + "/s";
      case NANOS -> duration(Math.round(value));
      case MICROS -> micros(Math.round(value));
      case BYTES, MEAN_BYTES -> decimalBytes(value);
      case MEGABYTES -> decimalBytes(value * 1e6);
      case BYTES_PER_SECOND -> decimalBytes(value) + "/s";
      case BINARY_BYTES -> bytes(Math.round(value));
      case BINARY_BYTES_PER_SECOND -> bytes(Math.round(value)) + "/s";
      case CPU_PERCENT -> decimal(value, 1) + " %";
      case SHARE -> percent(value, 1);
      case RATIO -> decimal(value, 2) + " ×";
    };
  }

  /**
   * Returns a figure with its unit and four digits, so that what is just beyond a limit does not
   * look equal to it.
   */
  public static String precise(double value, Unit unit) {
    return switch (unit) {
      case NANOS -> preciseTime(value);
      case SHARE -> preciseShare(value);
      case PER_SECOND -> precise(value) + " ops/s";
      default -> precise(value);
    };
  }

  /** Returns a time in nanoseconds with four digits. */
  public static String preciseTime(double nanos) {
    Scale scale = scale(nanos == 0 ? 1e3 : nanos, TIMES, 0.99995);
    return precise(nanos / scale.size) + " " + scale.name;
  }

  /** Returns bytes in powers of 1024 with four digits. */
  public static String preciseBytes(double bytes) {
    Scale scale = scale(bytes, SIZES, 0.99995);
    return precise(bytes / scale.size) + " " + scale.name;
  }

  /** Returns a share in per cent with four digits. */
  public static String preciseShare(double share) {
    return precise(share * 100) + " %";
  }

  /** Returns a number with four digits, or all before the decimal point. */
  public static String precise(double number) {
    if (Math.abs(number) >= 1_000) {
      return decimal(number, 0);
    }
    BigDecimal rounded = BigDecimal.valueOf(number).round(FOUR_DIGITS);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String scaled(double value, List<Scale> units) {
    Scale scale = scale(value, units, 0.9995);
    double scaled = value / scale.size;
    int decimals =
        scale.size == 1 || Math.abs(scaled) >= 99.95 ? 0 : Math.abs(scaled) >= 9.995 ? 1 : 2;
    return decimal(scaled, decimals) + " " + scale.name;
  }

  /** The least share of a unit is what would be rounded up to 1000 of the smaller one. */
  private static Scale scale(double value, List<Scale> units, double least) {
    Scale best = units.getFirst();
    for (Scale unit : units) {
      best = Math.abs(value) >= unit.size * least ? unit : best;
    }
    return best;
  }

  /** Returns a number for programs, with so many decimals at most. */
  public static String plain(double value, int decimals) {
    return BigDecimal.valueOf(value)
        .setScale(decimals, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Returns a number for programs, with exactly so many decimals. */
  public static String fixed(double value, int decimals) {
    return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  /** Returns a number in human-readable form, with a fixed number of decimals. */
  public static String decimal(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private record Scale(String name, double size) {}
}
