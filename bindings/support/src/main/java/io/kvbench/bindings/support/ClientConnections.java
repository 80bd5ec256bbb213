package io.kvbench.bindings.support;

import io.kvbench.core.binding.BindingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The connections of a binding that its clients share or have to themselves: those that it opened
 * at first, and one more for each client that is started on demand, up to a limit. For any thread.
 *
 * @param <C> a connection
 */
public final class ClientConnections<C> {
  /** Begins to open a connection, and does not wait until it is usable. */
  @FunctionalInterface
  public interface Opening<C> {
    /**
     * Opens a connection.
     *
     * @param client the number of the client that gets it
     */
    C open(int client) throws BindingException;
  }

  private final List<C> first;
  private final int most;
  private final Opening<C> opening;
  private final Map<Integer, C> own = new HashMap<>();

  /**
   * Creates the connections.
   *
   * @param first at least one
   * @param most how many there may be
   */
  public ClientConnections(List<C> first, int most, Opening<C> opening) {
    this.first = List.copyOf(first);
    this.most = most;
    this.opening = opening;
  }

  /**
   * Returns the connection of a client, which is opened if it is to have its own.
   *
   * @throws BindingException if it cannot be
   */
  public synchronized C open(int client) throws BindingException {
    if (client >= first.size() && !own.containsKey(client) && first.size() + own.size() < most) {
      own.put(client, opening.open(client));
    }
    return own.getOrDefault(client, shared(client));
  }

  /** Returns the connection that was opened at first and is that of a client or stream. */
  public C shared(int number) {
    return first.get(Math.floorMod(number, first.size()));
  }

  /** Returns whether a connection was opened for a client. */
  public synchronized boolean isOwn(int client) {
    return own.containsKey(client);
  }

  /**
   * Returns how often connections were established, without the first time of a client's own.
   *
   * @param openings how often one was
   */
  public synchronized long openings(ToLongFunction<C> openings) {
    return first.stream().mapToLong(openings).sum()
        + own.values().stream()
            .mapToLong(each -> Math.max(0, openings.applyAsLong(each) - 1))
            .sum();
  }

  /** Returns all of them. */
  public synchronized List<C> all() {
    List<C> all = new ArrayList<>(first);
    all.addAll(own.values());
    return all;
  }
}
