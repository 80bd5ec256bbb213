package io.kvbench.core.trace;

/** The receiver of what decoders find in the traffic of clients. Thread-safe. */
public interface TraceSink {
  /**
   * Returns a session, whose operations are replayed in order.
   *
   * @param name the same for the same session, even if it continues over another connection
   */
  SessionTrace session(String name);

  /**
   * Counts a request that a trace cannot represent.
   *
   * @param what its kind in the system's own terms, such as the name of a method; never a key
   */
  void ignored(String what);
}
