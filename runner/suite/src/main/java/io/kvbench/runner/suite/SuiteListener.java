package io.kvbench.runner.suite;

import io.kvbench.results.directory.SuiteDocument.Cell;
import java.nio.file.Path;
import java.util.OptionalLong;

/** A listener for the progress of a suite. Called by the thread that runs it. */
public interface SuiteListener {
  /** Something that takes a while begins. */
  void stage(String what);

  /** Something that the user should know. */
  void note(String note);

  /**
   * A cell runs.
   *
   * @param number its place in the order of the suite, from 1
   * @param nanos since its start
   * @param log what it prints
   * @param leftNanos the time that is left for the whole suite, as far as it can be told
   */
  void running(int number, String title, long nanos, Path log, OptionalLong leftNanos);

  /**
   * A cell has ended.
   *
   * @param number its place in the order of the suite, from 1
   * @param leftNanos the time that is left for the whole suite, as far as it can be told
   */
  void ended(int number, String title, Cell cell, OptionalLong leftNanos);
}
