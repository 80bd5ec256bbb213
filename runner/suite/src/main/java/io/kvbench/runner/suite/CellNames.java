package io.kvbench.runner.suite;

import io.kvbench.results.directory.SuiteDirectory;
import java.util.Locale;

/** The names of the cells' directories: a number, which makes them unique, and a title. */
final class CellNames {
  private CellNames() {}

  /**
   * Returns a name.
   *
   * @param index that of the combination, from 0
   * @param repeat from 1
   */
  static String of(int index, String title, int repeat) {
    return String.format(
        Locale.ROOT,
        "%03d-%s-%d",
        index + 1,
        SuiteDirectory.nameOf(title.replace(", ", "-").replace('/', '-')),
        repeat);
  }
}
