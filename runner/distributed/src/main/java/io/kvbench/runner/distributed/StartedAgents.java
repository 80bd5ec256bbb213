package io.kvbench.runner.distributed;

import java.util.Optional;

/** The agents that a controller has started for one run. For the thread of the run. */
public interface StartedAgents extends AutoCloseable {
  /** None: the user starts them. */
  StartedAgents BY_USER =
      new StartedAgents() {
        @Override
        public Optional<String> ended() {
          return Optional.empty();
        }

        @Override
        public Optional<String> missing() {
          return Optional.empty();
        }

        @Override
        public String fate(long pid) {
          return "its own output says why";
        }

        @Override
        public void close() {}
      };

  /** Returns why one of them has ended before it joined, if one has. */
  Optional<String> ended();

  /** Returns why agents that have not joined in time may be missing; may ask a cluster for it. */
  Optional<String> missing() throws InterruptedException;

  /** Returns what is known of an agent that is gone, in a clause; its id is on its machine. */
  String fate(long pid);

  /** Ends those that still run, and removes what was made for them. */
  @Override
  void close();
}
