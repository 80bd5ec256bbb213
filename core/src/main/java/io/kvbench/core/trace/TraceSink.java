package io.kvbench.core.trace;

/** Takes what decoders find in the traffic of clients. For any thread. */
public interface TraceSink {
  /**
   * Returns a session, whose operations are replayed in their order.
   *
   * @param name the same for the same session, as when it goes on over another connection
   */
  SessionTrace session(String name);

  /**
   * Counts a request that has no place in a trace.
   *
   * @param what its kind in the system's own words, such as the name of a method; never a key
   */
  void ignored(String what);
}
