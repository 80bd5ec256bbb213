package io.kvbench.core.history;

/**
 * The phase, session and server of operations.
 *
 * @param phase its number, from 0 on
 * @param epoch how many sessions the client had before: guarantees of a session end with it
 * @param server the number of the server, from 0 on
 */
public record HistoryPlace(int phase, int epoch, int server) {
  /** The first session in the first phase on the first server. */
  public static final HistoryPlace FIRST = new HistoryPlace(0, 0, 0);
}
