package io.kvbench.core.workload;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.SplittableRandom;

/** Makes the key choosers of a workload's clients; holds what they share. Immutable. */
@FunctionalInterface
interface KeyChoice {

  /** Returns the chooser of the client that knows these keys. */
  KeyChooser chooser(KnownKeys known);

  /**
   * Reads the settings of the request distribution.
   *
   * @param expectedInserts how many records the run is going to insert, as far as is known
   */
  static KeyChoice from(
      Settings settings, KeySpace space, double expectedInserts, Problems problems) {
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
    // Twice as many as expected: YCSB's allowance for inserts that come out more than on average.
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
}
