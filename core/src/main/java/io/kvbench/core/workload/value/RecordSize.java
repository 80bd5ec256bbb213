package io.kvbench.core.workload.value;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.sample.Distribution;
import io.kvbench.core.workload.sample.LengthHistogram;
import io.kvbench.core.workload.sample.Spread;
import io.kvbench.core.workload.sample.Uniform;
import io.kvbench.core.workload.sample.Zipfian;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * The size of a record's value in bytes: the sum of the lengths of its fields. Immutable.
 *
 * @param fields the number of fields
 * @param fieldLength the distribution of the length of each
 * @param min the smallest possible size
 * @param max the largest possible size
 * @param constant whether all sizes are equal
 * @param words a description, such as {@code 10 fields of 1 to 100 bytes, zipfian}
 */
public record RecordSize(
    int fields, Distribution fieldLength, int min, int max, boolean constant, String words) {

  private static final int SAMPLE = 1_000;

  /** Returns a constant size. */
  public static RecordSize exactly(int bytes) {
    return new RecordSize(1, random -> bytes, bytes, bytes, true, bytes + " bytes");
  }

  public static RecordSize from(Settings settings, Problems problems) {
    return settings
        .find(WorkloadSettings.VALUE_SIZE)
        .map(spread -> ofSpread(spread, settings, problems))
        .orElseGet(() -> ofFields(settings, problems));
  }

  private static RecordSize ofSpread(Spread spread, Settings settings, Problems problems) {
    if (spread.max() > WorkloadSettings.MAX_VALUE_BYTES) {
      problems.add(
          settings.whereIs(WorkloadSettings.VALUE_SIZE),
          "valuesize=%s has values of up to %s bytes, and kvbench writes up to %s: lower it."
              .formatted(spread.words(), spread.max(), WorkloadSettings.MAX_VALUE_BYTES));
      return exactly(0);
    }
    int max = (int) spread.max();
    return spread.isConstant()
        ? exactly(max)
        : new RecordSize(
            1,
            spread.distribution(),
            (int) spread.min(),
            max,
            false,
            "%s bytes, up to %s".formatted(spread.words(), max));
  }

  private static RecordSize ofFields(Settings settings, Problems problems) {
    int longest = settings.get(WorkloadSettings.FIELD_LENGTH);
    return switch (settings.get(WorkloadSettings.FIELD_LENGTH_DISTRIBUTION)) {
      case CONSTANT -> exactly(total(settings, longest, WorkloadSettings.FIELD_LENGTH, problems));
      case UNIFORM -> varying(settings, shortest -> new Uniform(shortest, longest), problems);
      case ZIPFIAN -> varying(settings, shortest -> Zipfian.between(shortest, longest), problems);
      case HISTOGRAM -> histogram(settings, problems);
    };
  }

  private static RecordSize varying(
      Settings settings, IntFunction<Distribution> fromShortest, Problems problems) {
    int shortest = shortest(settings, problems);
    int longest = settings.get(WorkloadSettings.FIELD_LENGTH);
    int max = total(settings, longest, WorkloadSettings.FIELD_LENGTH, problems);
    int fields = settings.get(WorkloadSettings.FIELD_COUNT);
    String words =
        "%s fields of %s to %s bytes, %s"
            .formatted(
                fields,
                settings.get(WorkloadSettings.MIN_FIELD_LENGTH),
                longest,
                settings
                    .get(WorkloadSettings.FIELD_LENGTH_DISTRIBUTION)
                    .name()
                    .toLowerCase(Locale.ROOT));
    return new RecordSize(
        fields, fromShortest.apply(shortest), fields * shortest, max, false, words);
  }

  private static int shortest(Settings settings, Problems problems) {
    int min = settings.get(WorkloadSettings.MIN_FIELD_LENGTH);
    int max = settings.get(WorkloadSettings.FIELD_LENGTH);
    if (min > max) {
      problems.add(
          settings.whereIs(WorkloadSettings.MIN_FIELD_LENGTH),
          "minfieldlength=" + min + " is more than fieldlength=" + max + ".");
    }
    return Math.min(min, max);
  }

  private static RecordSize histogram(Settings settings, Problems problems) {
    String file = settings.get(WorkloadSettings.FIELD_LENGTH_HISTOGRAM);
    try {
      LengthHistogram histogram = LengthHistogram.read(InputFile.path(file));
      int max = total(settings, histogram.max(), WorkloadSettings.FIELD_LENGTH_HISTOGRAM, problems);
      int fields = settings.get(WorkloadSettings.FIELD_COUNT);
      String words = fields + " fields, sizes from a histogram, up to " + max + " bytes together";
      int min = (int) Math.min(max, fields * histogram.min());
      return new RecordSize(fields, histogram, min, max, false, words);
    } catch (IOException e) {
      problems.add(
          settings.whereIs(WorkloadSettings.FIELD_LENGTH_HISTOGRAM),
          "fieldlengthhistogram=" + file + " cannot be used: " + FileReason.of(e) + ".");
      return exactly(0);
    }
  }

  private static int total(Settings settings, long longest, Setting<?> blamed, Problems problems) {
    int fields = settings.get(WorkloadSettings.FIELD_COUNT);
    if (longest > WorkloadSettings.MAX_VALUE_BYTES / fields) {
      problems.add(
          settings.whereIs(blamed),
          "a record of %s x %s bytes is too large: kvbench writes values of up to %s bytes."
              .formatted(fields, longest, WorkloadSettings.MAX_VALUE_BYTES));
      return 0;
    }
    return (int) (fields * longest);
  }

  /** Returns sizes with the bounds of both; draws are from this one. */
  public RecordSize or(RecordSize other) {
    return min == other.min && max == other.max
        ? this
        : new RecordSize(
            fields, fieldLength, Math.min(min, other.min), Math.max(max, other.max), false, words);
  }

  /** Returns the SHA-256 of every file that shapes the sizes, by the setting that names it. */
  public Map<String, String> fileDigests() {
    return fieldLength instanceof LengthHistogram histogram
        ? Map.of(WorkloadSettings.FIELD_LENGTH_HISTOGRAM.name(), histogram.sha256())
        : Map.of();
  }

  /** Returns the mean size, estimated from a sample. */
  public long mean() {
    if (constant) {
      return max;
    }
    SplittableRandom random = new SplittableRandom(SAMPLE);
    long sum = 0;
    for (int drawn = 0; drawn < SAMPLE; drawn++) {
      sum += draw(random);
    }
    return sum / SAMPLE;
  }

  int draw(SplittableRandom random) {
    long size = 0;
    for (int field = 0; field < fields; field++) {
      size += fieldLength.draw(random);
    }
    return (int) size;
  }
}
