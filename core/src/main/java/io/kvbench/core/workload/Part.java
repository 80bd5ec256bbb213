package io.kvbench.core.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One of several parts of a run, each of which sends the requests of some of the run's clients,
 * perhaps from another machine. The clients are split evenly and contiguously: part 0 has the first
 * ones, and the first parts have one more where the number does not divide. Clients keep their
 * numbers, so the requests of all parts together are those of the whole run.
 *
 * @param index counted from 0
 * @param count how many parts the run has
 */
public record Part(int index, int count) {
  /** The only part of a run that is not divided. */
  public static final Part WHOLE = new Part(0, 1);

  public Part {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("part " + index + " of " + count);
    }
  }

  /** Returns the number of the first of its clients among so many. */
  public int first(int clients) {
    return index * (clients / count) + Math.min(index, clients % count);
  }

  /** Returns how many of so many clients it has; 0 where there are fewer clients than parts. */
  public int size(int clients) {
    return clients / count + (index < clients % count ? 1 : 0);
  }

  /**
   * Returns the servers in the order in which its connections go to them: client libraries go round
   * the servers from the first one on, so a part begins where the part before it ends.
   *
   * @param connections how many all parts have together
   */
  public <E> List<E> inTurn(List<E> servers, int connections) {
    List<E> turned = new ArrayList<>(servers);
    Collections.rotate(turned, -first(connections));
    return List.copyOf(turned);
  }
}
