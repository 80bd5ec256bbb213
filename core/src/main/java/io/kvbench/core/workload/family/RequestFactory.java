package io.kvbench.core.workload.family;

/** A factory of a family's requests in one workload, with their common parameters. Thread-safe. */
@FunctionalInterface
public interface RequestFactory {

  /** Returns the requests of one client. */
  FamilyRequests requests(ClientRecords records);

  /** Prepares the requests, before the clients start. May take a second. */
  default void prepare() {}
}
