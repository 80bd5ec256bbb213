package io.kvbench.testkit.contract;

import io.kvbench.testkit.ServerStart;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A system with servers, to be tested by {@link ServerContract}. */
public interface ServerSubject extends Subject {

  /** Returns the name of the servers, which subjects with the same name share. */
  default String servers() {
    return system();
  }

  /** Returns the start of one server with its client's default settings. */
  ServerStart server();

  /** Returns the start of three servers that form a cluster, if supported. */
  default Optional<ServerStart> cluster() {
    return Optional.empty();
  }

  /**
   * Returns whether a linearizable read may miss a write that another server has just acknowledged,
   * by the system's own design. It then only has to see it soon. The system's page states what
   * users must know about it.
   */
  default boolean linearizableReadsMayLag() {
    return false;
  }

  /** Returns whether a server reports its version; if not, it must be empty. */
  default boolean tellsVersion() {
    return true;
  }

  /** Returns whether only the leader counts records; the counts of others must be empty. */
  default boolean leaderAloneCounts() {
    return false;
  }

  /** Returns settings with which a silent server times out within {@link #patience()}. */
  Map<String, String> impatient();

  /** Returns the longest time that an operation stays unanswered with {@link #impatient()}. */
  Duration patience();

  /** Returns the reasons for a failed opening: credentials and certificates, if supported. */
  List<Refusal> refusals();
}
