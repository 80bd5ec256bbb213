package io.kvbench.runner.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of a suite's runs. Slow changes of the environment, such as a busy neighbour or a disk
 * that fills up, affect interleaved runs alike.
 */
enum CellOrder {
  /** All repeats of a combination in a row. */
  SEQUENCE {
    @Override
    <T> List<Turn<T>> of(List<T> combinations, int repeats, long seed) {
      List<Turn<T>> turns = new ArrayList<>();
      for (T each : combinations) {
        for (int repeat = 1; repeat <= repeats; repeat++) {
          turns.add(new Turn<>(each, repeat));
        }
      }
      return List.copyOf(turns);
    }
  },
  /** Each combination once, then each again in the opposite order: A B B A A B. */
  INTERLEAVED {
    @Override
    <T> List<Turn<T>> of(List<T> combinations, int repeats, long seed) {
      List<Turn<T>> turns = new ArrayList<>();
      for (int repeat = 1; repeat <= repeats; repeat++) {
        add(turns, repeat % 2 == 1 ? combinations : combinations.reversed(), repeat);
      }
      return List.copyOf(turns);
    }
  },
  /** Each combination once in a random order, then each again in another one. */
  RANDOM {
    @Override
    <T> List<Turn<T>> of(List<T> combinations, int repeats, long seed) {
      Random random = new Random(seed);
      List<Turn<T>> turns = new ArrayList<>();
      for (int repeat = 1; repeat <= repeats; repeat++) {
        List<T> shuffled = new ArrayList<>(combinations);
        Collections.shuffle(shuffled, random);
        add(turns, shuffled, repeat);
      }
      return List.copyOf(turns);
    }
  };

  /** A run of a combination: which repeat of it, from 1. */
  record Turn<T>(T combination, int repeat) {}

  /** Returns the runs in order. The same seed gives the same order. */
  abstract <T> List<Turn<T>> of(List<T> combinations, int repeats, long seed);

  private static <T> void add(List<Turn<T>> turns, List<T> combinations, int repeat) {
    combinations.forEach(each -> turns.add(new Turn<>(each, repeat)));
  }
}
