package io.kvbench.bindings.support;

import io.kvbench.core.binding.BindingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The shared and own connections of a binding's clients: those that it opened first, and one more
 * for each client that is started on demand, up to a limit. Thread-safe.
 *
 * @param <C> a connection
 */
public final class ClientConnections<C> {
  /** A factory that begins to open a connection, and does not wait until it is usable. */
  @FunctionalInterface
  public interface Opening<C> {
    /**
     * Opens a connection.
     *
     * @param client the number of its client
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
   * @param most the max number
   */
  public ClientConnections(List<C> first, int most, Opening<C> opening) {
    this.first = List.copyOf(first);
    this.most = most;
    this.opening = opening;
  }

  /**
   * Returns the connection of a client, opened now if it is to be the client's own.
   *
   * @throws BindingException if it cannot be opened
   */
  public synchronized C open(int client) throws BindingException {
    if (client >= first.size() && !own.containsKey(client) && first.size() + own.size() < most) {
      own.put(client, opening.open(client));
    }
    return own.getOrDefault(client, shared(client));
  }

  /** Returns the shared connection of a client or stream. */
  public C shared(int number) {
    return first.get(Math.floorMod(number, first.size()));
  }

  /** Returns whether a connection was opened for a client. */
  public synchronized boolean isOwn(int client) {
    return own.containsKey(client);
  }

  /**
   * Returns how often connections were established, without the first connect of a client's own.
   *
   * @param openings the count of one connection
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
