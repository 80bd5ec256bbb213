package io.kvbench.runner.run.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A stand-in for a store while the path to it is measured. Rates are measured at the receiver, so
 * that neither buffers nor delays on the way are part of them. For any thread.
 */
interface Meter extends AutoCloseable {

  /** Returns the address at which proxies reach it. */
  String upstream();

  /** Returns the address at which it is reached without proxies. */
  String here();

  /** Returns the nanoseconds of round trips through an address, sorted. */
  List<Long> roundTrips(String address, int count) throws IOException;

  /**
   * Returns the nanoseconds from an address to the meter, sorted; none where the meter has another
   * clock.
   */
  List<Long> waysTo(String address, int count) throws IOException;

  /** Returns the bytes per second that a connection through an address carries to it. */
  double rateTo(String address, long bytes) throws IOException;

  /** Returns the bytes per second that a connection through an address carries from it. */
  double rateFrom(String address, long bytes) throws IOException;

  @Override
  void close();

  /** Returns the bytes per second of several connections together. */
  static double sum(int connections, Callable<Double> each)
      throws IOException, InterruptedException {
    double sum = 0;
    for (double rate : together(Collections.nCopies(connections, each))) {
      sum += rate;
    }
    return sum;
  }

  /** Runs tasks in parallel, each on a separate thread. */
  static <T> List<T> together(List<Callable<T>> all) throws IOException, InterruptedException {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> future : threads.invokeAll(all)) {
        results.add(future.get());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(e.getCause());
    }
    return results;
  }

  /** Returns the median in microseconds. */
  static long median(List<Long> sortedNanos) {
    return Math.round(sortedNanos.get(sortedNanos.size() / 2) / 1e3);
  }
}
