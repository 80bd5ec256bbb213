package io.kvbench.runner.distributed.controller;

import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Report;

/** An event about agents, in the order in which the controller learns of them. */
sealed interface Event {
  /** An agent has joined. */
  record Joined(String agent, Hello hello) implements Event {}

  /** An agent is gone: its session has ended. */
  record Left(String agent) implements Event {}

  /** An agent reports. */
  record Reported(String agent, Report report) implements Event {}

  /** An agent cannot be understood, or not be reached any more. */
  record Broken(String agent, String problem) implements Event {
    public Broken {
      agent = Report.plain(agent);
      problem = Report.plain(problem);
    }
  }

  /** The run is to be stopped; check the signal. */
  record Woken() implements Event {}
}
