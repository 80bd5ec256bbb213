package io.kvbench.runner.suite;

import io.kvbench.results.directory.SuiteDocument.Cell;
import java.nio.file.Path;
import java.util.OptionalLong;

/** A listener for the progress of a suite. Called by the thread that runs it. */
public interface SuiteListener {
  /** Begins an activity that may take a while. */
  void stage(String what);

  /** Receives a note for the user. */
  void note(String note);

  /**
   * Receives the progress of a running cell.
   *
   * @param number its place in the order of the suite, from 1
   * @param nanos since its start
   * @param log what it prints
   * @param leftNanos the time that is left for the whole suite, as far as it can be told
   */
  void running(int number, String title, long nanos, Path log, OptionalLong leftNanos);

  /**
   * Receives a completed cell.
   *
   * @param number its place in the order of the suite, from 1
   * @param leftNanos the time that is left for the whole suite, as far as it can be told
   */
  void ended(int number, String title, Cell cell, OptionalLong leftNanos);
}
