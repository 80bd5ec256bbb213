package io.kvbench.testkit;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.operation.Outcome;
import java.util.Map;

/** A system as its binding's module describes it, for {@link BindingContract} to try. */
public interface Subject {

  BindingProvider provider();

  /** Returns the system's name in {@code -db}. */
  String system();

  /** Returns what the system does in its own way. */
  SystemFacts facts();

  /**
   * Returns how a watch may be answered beside OK when others write its record meanwhile: CONFLICT
   * where an event may be taken by another write, and otherwise OK.
   */
  default Outcome watchAmongOthers() {
    return Outcome.OK;
  }

  /** Returns whether a watched update is a transaction, which may have another limit of size. */
  default boolean watchedUpdatesAreTransactions() {
    return false;
  }

  /** Returns whether the binding removes its keys; otherwise it has to refuse to. */
  default boolean removesKeys() {
    return false;
  }

  /**
   * Returns whether a session's submit blocks until the answer is there. The contract then submits
   * on threads of its own.
   */
  default boolean blocks() {
    return false;
  }

  /** Returns whether the guide's tables are about this; not so of a client beside the default. */
  default boolean isInTheGuide() {
    return true;
  }

  /**
   * Returns settings, by name, under which a test has records of its own: a root or a prefix with
   * the number in it, always of the same length. Empty for a system of which every binding has its
   * own store.
   *
   * @param number from 1 to 9999
   */
  Map<String, String> space(int number);
}
