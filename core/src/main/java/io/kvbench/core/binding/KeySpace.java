package io.kvbench.core.binding;

import java.util.List;

/**
 * All keys below the prefix of a binding: records, and leftovers of locks, elections, leases and
 * groups. Counts and removes these keys and touches no others. For one thread; the caller closes it
 * before the binding.
 */
public interface KeySpace extends AutoCloseable {

  /**
   * Returns the prefixes of the keys, or the parents of the znodes, as users of the system write
   * them; an empty one covers all keys.
   */
  List<String> areas();

  /** Returns whether it covers the whole store, with the keys of other programs. */
  default boolean isWholeStore() {
    return areas().contains("");
  }

  /**
   * Returns how many keys there are. May take minutes with millions of keys.
   *
   * @throws BindingException if the system does not report it; the message is for the user
   */
  long count() throws BindingException, InterruptedException;

  /**
   * Removes some of the keys, in requests within the servers' default limits, within seconds. Keys
   * that are written meanwhile may stay; the next call after one that returned 0 starts over.
   *
   * @return how many were removed; 0 when none are left
   * @throws BindingException if keys cannot be removed; the message is for the user. Those removed
   *     before stay removed
   * @throws InterruptedException if the caller is interrupted; some keys of this call may be gone
   */
  long removeSome() throws BindingException, InterruptedException;

  @Override
  default void close() {}
}
