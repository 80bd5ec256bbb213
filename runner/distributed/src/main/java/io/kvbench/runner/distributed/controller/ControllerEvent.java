package io.kvbench.runner.distributed.controller;

import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Report;

/** An event about agents, in the order in which the controller learns of them. */
sealed interface ControllerEvent {
  /** The arrival of an agent. */
  record Joined(String agent, Hello hello) implements ControllerEvent {}

  /** The end of an agent's session. */
  record Left(String agent) implements ControllerEvent {}

  /** The arrival of a report. */
  record Reported(String agent, Report report) implements ControllerEvent {}

  /** The loss of an agent whose messages are invalid, or that cannot be reached. */
  record Broken(String agent, String problem) implements ControllerEvent {
    public Broken {
      agent = Report.plain(agent);
      problem = Report.plain(problem);
    }
  }

  /** A wake-up because the run is to be stopped; check the signal. */
  record Woken() implements ControllerEvent {}
}
