package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.results.format.RunStatus;
import java.util.Optional;

/** The checks of the store after the last phase, while its servers are running. */
final class FinalChecks {
  private final RunContext run;
  private final StoreConnections connections;
  private final Optional<LoadTeam> team;
  private final AcknowledgedRecords book;

  FinalChecks(
      RunContext run,
      StoreConnections connections,
      Optional<LoadTeam> team,
      AcknowledgedRecords book) {
    this.run = run;
    this.connections = connections;
    this.team = team;
    this.book = book;
  }

  void perform() throws InterruptedException {
    RunRecord record = run.record();
    // An interrupted run ends soon, so its records are not counted.
    run.files().write(record.result());
    run.listener().stage("counting the records in the store");
    if (team.isEmpty() || !run.plan().system().local()) {
      record.cluster().after(connections.settledServers());
    }
    if (connections.current().filter(Binding::recordsExpire).isPresent()) {
      run.history().ifPresent(RunHistory::omitExpiring);
    }
    if (team.isEmpty() || accounted(team.get(), record)) {
      record.store().versions(book.versions());
      record.store().lengths(book.lengths());
      new StoreReadBack(run, connections, book).perform();
    }
    if (run.stop().isGiven() && record.isComplete()) {
      record.end(RunStatus.PARTIAL, "interrupted while the store was being checked");
    }
  }

  /** Returns whether the book has the agents' records, which an interrupted run does not need. */
  private boolean accounted(LoadTeam agents, RunRecord record) {
    if (run.plan().system().local()) {
      record.store().keysUnread("each agent has a store of its own", true);
      return false;
    }
    try {
      if (record.isComplete() && StoreReadBack.isWanted(run.plan())) {
        agents.account(book);
      }
      return true;
    } catch (BindingException e) {
      record.store().keysUnread(String.valueOf(e.getMessage()), false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      record.store().keysUnread("the run was interrupted", true);
    }
    return false;
  }
}
