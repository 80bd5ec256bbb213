package io.kvbench.core.workload.key;

import io.kvbench.core.workload.sample.Zipfian;
import java.util.SplittableRandom;

/**
 * A choice that favours the newest records: the age of the record is a zipfian rank over all that
 * the client knows. Other clients' new records are excluded, because their existence depends on
 * timing; so every request goes to an existing record and the sequence is reproducible.
 */
public final class LatestKeys implements KeyChooser {
  private final KnownKeys known;
  private Zipfian ages;

  /** Creates a chooser from the loaded records' distribution, whose zeta all clients share. */
  public LatestKeys(KnownKeys known, Zipfian loaded) {
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
