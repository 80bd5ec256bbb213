package io.kvbench.core.workload.key;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.sample.Distribution;
import io.kvbench.core.workload.sample.Exponential;
import io.kvbench.core.workload.sample.Hotspot;
import io.kvbench.core.workload.sample.ScrambledZipfian;
import io.kvbench.core.workload.sample.Uniform;
import io.kvbench.core.workload.sample.Zipfian;
import io.kvbench.core.workload.setting.RequestDistribution;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.SplittableRandom;

/** A factory of the key choosers of a workload's clients, with their shared state. Immutable. */
@FunctionalInterface
public interface KeyChoice {

  /** Returns the chooser of the client with these known keys. */
  KeyChooser chooser(KnownKeys known);

  /**
   * Returns the choice that the settings of the request distribution select.
   *
   * @param expectedInserts the estimated number of records that the run inserts
   */
  static KeyChoice from(
      Settings settings, RecordNumbers space, double expectedInserts, Problems problems) {
    RequestDistribution distribution = settings.get(WorkloadSettings.REQUEST_DISTRIBUTION);
    if (distribution == RequestDistribution.EXPONENTIAL) {
      checkExponential(settings, problems);
    }
    long loaded = space.loadCount();
    if (loaded == 0) {
      return known -> KeyChoice::nothingToChoose;
    }
    if (settings.get(WorkloadSettings.SAME_KEY)) {
      return known -> random -> space.insertStart();
    }
    return switch (distribution) {
      case UNIFORM -> overLoaded(new Uniform(0, loaded - 1));
      case HOTSPOT ->
          overLoaded(
              Hotspot.of(
                  loaded,
                  settings.get(WorkloadSettings.HOTSPOT_DATA_FRACTION),
                  settings.get(WorkloadSettings.HOTSPOT_OPERATION_FRACTION)));
      case ZIPFIAN -> scrambled(loaded, expectedInserts);
      case LATEST -> latest(Zipfian.over(loaded));
      case EXPONENTIAL -> exponential(settings, loaded);
      case SEQUENTIAL -> SequentialKeys::new;
    };
  }

  private static KeyChoice overLoaded(Distribution indexes) {
    return known -> random -> known.loaded(indexes.draw(random));
  }

  private static KeyChoice scrambled(long loaded, double expectedInserts) {
    // Twice the estimate: YCSB's allowance for more inserts than the average.
    ScrambledZipfian items = new ScrambledZipfian(loaded + (long) (2 * expectedInserts));
    return known -> new ScrambledKeys(known, items);
  }

  private static KeyChoice latest(Zipfian ages) {
    return known -> new LatestKeys(known, ages);
  }

  private static KeyChoice exponential(Settings settings, long loaded) {
    Exponential ages =
        Exponential.of(
            settings.get(WorkloadSettings.EXPONENTIAL_PERCENTILE),
            loaded * settings.get(WorkloadSettings.EXPONENTIAL_FRACTION));
    return known -> random -> known.byAge(ages.draw(random, known.count()));
  }

  private static void checkExponential(Settings settings, Problems problems) {
    double percentile = settings.get(WorkloadSettings.EXPONENTIAL_PERCENTILE);
    if (percentile == 0 || percentile == 100) {
      problems.add(
          settings.whereIs(WorkloadSettings.EXPONENTIAL_PERCENTILE),
          "exponential.percentile must be above 0 and below 100.");
    }
    if (settings.get(WorkloadSettings.EXPONENTIAL_FRACTION) == 0) {
      problems.add(
          settings.whereIs(WorkloadSettings.EXPONENTIAL_FRACTION),
          "exponential.frac must be more than 0.");
    }
  }

  private static long nothingToChoose(SplittableRandom random) {
    throw new IllegalStateException("a request for a record, but no records");
  }

  /**
   * A scrambled zipfian choice: a few records, scattered over the whole key space, are chosen most
   * often. As in YCSB the items represent the loaded records and those that the run is expected to
   * insert, so that an insert does not change which records are popular; an item whose record is
   * not known to exist is drawn again.
   *
   * <p>After {@value #ATTEMPTS} failed draws, if far more records are to be inserted than exist,
   * the item is taken modulo the loaded records, which bounds the time of a choice.
   */
  record ScrambledKeys(KnownKeys known, ScrambledZipfian items) implements KeyChooser {
    private static final int ATTEMPTS = 50;

    @Override
    public long next(SplittableRandom random) {
      long item = items.draw(random);
      for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
        if (item < known.loadCount()) {
          return known.loaded(item);
        }
        if (known.hasInserted(item - known.loadCount())) {
          return known.inserted(item - known.loadCount());
        }
        item = items.draw(random);
      }
      return known.loaded(item % known.loadCount());
    }
  }

  /**
   * The loaded records in order, repeatedly. Client {@code i} of {@code n} takes the records {@code
   * i, i + n, i + 2n ...} modulo their count, so that all clients together proceed in order.
   */
  final class SequentialKeys implements KeyChooser {
    private final KnownKeys known;
    private long next;

    SequentialKeys(KnownKeys known) {
      this.known = known;
      this.next = known.client() % known.loadCount();
    }

    @Override
    public long next(SplittableRandom random) {
      long index = next;
      next = (next + known.clients()) % known.loadCount();
      return known.loaded(index);
    }
  }
}
