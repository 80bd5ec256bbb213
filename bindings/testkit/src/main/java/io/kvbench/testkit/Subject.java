package io.kvbench.testkit;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Outcome;
import java.util.Map;
import java.util.Set;

/** A system as its binding's module describes it, to be tested by {@link BindingContract}. */
public interface Subject {

  BindingProvider provider();

  /** Returns the system's name in {@code -db}. */
  String system();

  /** Returns the facts that are specific to the system. */
  SystemFacts facts();

  /**
   * Returns the possible answer to a watch besides OK when others write its record meanwhile:
   * CONFLICT if another write may consume the event, otherwise OK.
   */
  default Outcome watchAmongOthers() {
    return Outcome.OK;
  }

  /** Returns whether a watched update is a transaction, which may have another size limit. */
  default boolean watchedUpdatesAreTransactions() {
    return false;
  }

  /** Returns whether answers to reads have the version of the record's last write. */
  default boolean hasVersions() {
    return false;
  }

  /** Returns whether the records of scans, ranges and read transactions are passed on. */
  default boolean passesRecordsOn() {
    return false;
  }

  /** Returns the writes whose answers have their versions. */
  default Set<Capability> versionedWrites() {
    return Set.of();
  }

  /** Returns whether the binding removes its keys; otherwise it must reject that. */
  default boolean removesKeys() {
    return false;
  }

  /**
   * Returns whether a session's submit blocks until the answer arrives. The contract then submits
   * on separate threads.
   */
  default boolean blocks() {
    return false;
  }

  /** Returns whether the guide's tables include this; clients other than the default are not. */
  default boolean isInTheGuide() {
    return true;
  }

  /**
   * Returns settings, by name, that give a test its own records: a root or a prefix with the number
   * in it, always of the same length. Empty for a system whose bindings each have their own store.
   *
   * @param number from 1 to 9999
   */
  Map<String, String> space(int number);
}
