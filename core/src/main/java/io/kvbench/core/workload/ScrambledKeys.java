package io.kvbench.core.workload;

import java.util.SplittableRandom;

/**
 * A few records, strewn over the whole key space, most often. As in YCSB the items stand for the
 * loaded records and those that the run is expected to insert, so that an insert does not change
 * which records are popular; an item whose record the client does not know to exist is drawn again.
 *
 * <p>After {@value #ATTEMPTS} draws in vain, when far more records are going to be inserted than
 * are there, the item is taken modulo the loaded records, which bounds the time of a choice.
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
