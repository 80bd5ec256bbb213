package io.kvbench.runner.distributed.controller;

import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.AgentResult.AgentPhase;
import io.kvbench.runner.distributed.coordination.Inbox;
import io.kvbench.runner.distributed.coordination.Outbox;
import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Messages;
import io.kvbench.runner.distributed.message.Order;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** An agent of a run, from its controller's view. For the thread of the run. */
final class RemoteAgent {
  private final String session;
  private final int index;
  private final Hello hello;
  private final Outbox orders;
  private final Inbox reports;
  private final List<AgentPhase> phases = new ArrayList<>();
  private long aheadNanos;
  private long errorNanos;
  private OptionalLong left = OptionalLong.empty();
  private boolean lost;

  /**
   * An agent that has joined.
   *
   * @param session its name among the members
   * @param index which part it has, counted from 0
   */
  RemoteAgent(String session, int index, Hello hello, Outbox orders, Inbox reports) {
    this.session = session;
    this.index = index;
    this.hello = hello;
    this.orders = orders;
    this.reports = reports;
  }

  String session() {
    return session;
  }

  boolean hasLeft() {
    return left.isPresent();
  }

  int index() {
    return index;
  }

  String name() {
    return "agent-" + (index + 1);
  }

  /** Returns what to call it in a sentence. */
  String title() {
    return "agent %d (%s, pid %d)".formatted(index + 1, hello.host(), hello.pid());
  }

  /** Returns whether it is on this machine. */
  boolean isHere() {
    return hello.onThisMachine();
  }

  Hello hello() {
    return hello;
  }

  void tell(Order order) throws IOException {
    orders.send(Messages.encode((Record) order));
  }

  void ready(long ahead, long error) {
    aheadNanos = ahead;
    errorNanos = error;
  }

  void measured(AgentPhase phase) {
    phases.add(phase);
  }

  /** Notes when its session ended. */
  void leave(long nanos) {
    left = OptionalLong.of(nanos);
  }

  /** Returns whether its session ended at a time or before. */
  boolean isGoneSince(long nanos) {
    return left.isPresent() && left.getAsLong() - nanos <= 0;
  }

  void lose() {
    lost = true;
    reports.close();
  }

  boolean isLost() {
    return lost;
  }

  void close() {
    reports.close();
  }

  AgentResult result() {
    return new AgentResult(
        name(),
        hello.host(),
        lost ? AgentResult.Status.LOST : AgentResult.Status.COMPLETE,
        aheadNanos / 1_000,
        errorNanos / 1_000,
        phases);
  }
}
