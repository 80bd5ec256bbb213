package io.kvbench.core.workload.key;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A part of a run, which sends the requests of some of the run's clients, perhaps from another
 * machine. The clients are split evenly and contiguously: part 0 has the first ones, and the first
 * parts have one more if the number does not divide. Clients keep their numbers, so the requests of
 * all parts together are those of the whole run.
 *
 * @param index counted from 0
 * @param count the number of parts of the run
 */
public record RunPart(int index, int count) {
  /** The only part of an undivided run. */
  public static final RunPart WHOLE = new RunPart(0, 1);

  public RunPart {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("part " + index + " of " + count);
    }
  }

  /** Returns the number of its first client, given the number of all clients. */
  public int first(int clients) {
    return index * (clients / count) + Math.min(index, clients % count);
  }

  /** Returns how many of all clients it has; 0 if there are fewer clients than parts. */
  public int size(int clients) {
    return clients / count + (index < clients % count ? 1 : 0);
  }

  /**
   * Returns the servers in the order in which its connections use them: client libraries cycle
   * through the servers from the first one on, so a part begins where the previous part ends.
   *
   * @param connections the total of all parts
   */
  public <E> List<E> inTurn(List<E> servers, int connections) {
    List<E> turned = new ArrayList<>(servers);
    Collections.rotate(turned, -first(connections));
    return List.copyOf(turned);
  }
}
