package io.kvbench.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A system with servers, for {@link ServerContract} to try. */
public interface ServerSubject extends Subject {

  /** Returns the name of the servers, which subjects of the same name share. */
  default String servers() {
    return system();
  }

  /** Returns the way to one server with its client's default settings. */
  ServerStart server();

  /** Returns the way to three of them that make up a cluster, if there is one. */
  default Optional<ServerStart> cluster() {
    return Optional.empty();
  }

  /**
   * Returns whether a linearizable read may miss a write that another server has just acknowledged,
   * by the system's own making. It is then only asked to see it soon. What users have to know of it
   * stands on the system's page.
   */
  default boolean linearizableReadsMayLag() {
    return false;
  }

  /** Returns whether a server tells its version; if not, it has to be left out. */
  default boolean tellsVersion() {
    return true;
  }

  /** Returns whether no server but the leader counts records; the others have to leave it out. */
  default boolean leaderAloneCounts() {
    return false;
  }

  /**
   * Returns settings under which the client gives a server up that says nothing within {@link
   * #patience()}.
   */
  Map<String, String> impatient();

  /** Returns the longest that an operation stays unanswered under {@link #impatient()}. */
  Duration patience();

  /** Returns what makes opening fail: credentials and certificates, where there are any. */
  List<Refusal> refusals();
}
