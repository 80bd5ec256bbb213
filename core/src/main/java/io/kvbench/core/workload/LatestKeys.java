package io.kvbench.core.workload;

import java.util.SplittableRandom;

/**
 * The newest records most often: the age of the record is a zipfian rank over all that the client
 * knows. Other clients' new records are left out, because whether they exist already depends on
 * timing; so every request meets a record that exists and the sequence can be repeated.
 */
final class LatestKeys implements KeyChooser {
  private final KnownKeys known;
  private Zipfian ages;

  /** Takes the distribution over the loaded records, whose zeta is then shared by all clients. */
  LatestKeys(KnownKeys known, Zipfian loaded) {
    this.known = known;
    this.ages = loaded;
  }

  @Override
  public long next(SplittableRandom random) {
    if (ages.items() != known.count()) {
      ages = ages.grownTo(known.count());
    }
    return known.byAge(ages.draw(random));
  }
}
