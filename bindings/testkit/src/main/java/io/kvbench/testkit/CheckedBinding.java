package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An open binding and all its answers. Closing it checks that each operation was completed exactly
 * once.
 */
final class CheckedBinding implements AutoCloseable {
  private final Binding binding;
  private final Set<Capability> capabilities;
  private final boolean blocking;
  private final List<Answer> answers = new CopyOnWriteArrayList<>();
  private final List<Thread> submitting = new CopyOnWriteArrayList<>();

  /**
   * @param blocking whether submitting an operation waits for its answer
   */
  CheckedBinding(Binding binding, Set<Capability> capabilities, boolean blocking) {
    this.blocking = blocking;
    this.binding = binding;
    this.capabilities = capabilities;
  }

  Binding binding() {
    return binding;
  }

  boolean can(Capability capability) {
    return capabilities.contains(capability);
  }

  /** Submits an operation for a client. */
  Answer submit(int client, Operation operation) throws BindingException {
    return submit(binding.openSession(client), operation);
  }

  Answer submit(Session session, Operation operation) {
    return submit(session, operation, new Answer());
  }

  /** Submits with a new answer, which may take the records of a scan. */
  Answer submit(Session session, Operation operation, Answer answer) {
    answers.add(answer);
    if (blocking) {
      submitting.add(Thread.ofVirtual().start(() -> session.submit(operation, answer)));
    } else {
      session.submit(operation, answer);
    }
    return answer;
  }

  /** Submits and waits. */
  Status status(Operation operation) throws Exception {
    return submit(0, operation).status();
  }

  Status status(Session session, Operation operation) throws Exception {
    return submit(session, operation).status();
  }

  void insert(Key key, Value value) throws Exception {
    assertThat(submit(0, new Operation.Insert(key, value)).toStringWhenThere())
        .as("an insert of %s into nothing", value)
        .isEqualTo(Outcome.OK.name());
  }

  /** Reads with the freshest consistency of the system. */
  Answer read(Key key) throws Exception {
    return read(binding.openSession(0), key);
  }

  /** Reads in the same way, in a session whose next compare-and-set may use the version. */
  Answer read(Session session, Key key) throws Exception {
    Answer answer = submit(session, freshRead(key));
    answer.status();
    return answer;
  }

  /** Returns a read with the freshest consistency of the system. */
  Operation freshRead(Key key) {
    return new Operation.Read(key, freshest());
  }

  private ReadConsistency freshest() {
    if (can(Capability.READ_LINEARIZABLE)) {
      return ReadConsistency.LINEARIZABLE;
    }
    return can(Capability.READ_DEFAULT) ? ReadConsistency.DEFAULT : ReadConsistency.STALE;
  }

  void assertFound(Key key, Value value) throws Exception {
    Answer answer = read(key);
    assertThat(answer.status()).as("a read of %s", value).isEqualTo(Outcome.OK);
    assertThat(Value.of(answer.value())).isEqualTo(value);
  }

  void assertAbsent(Key key) throws Exception {
    assertThat(read(key).status()).as("a read of nothing").isEqualTo(Outcome.NOT_FOUND);
  }

  /** Returns the number of records, from the first server that reports it. */
  long keys() throws Exception {
    return binding.servers().stream()
        .flatMapToLong(server -> server.keys().stream())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no server counts its records"));
  }

  List<Answer> answers() {
    return answers;
  }

  /** Closes the binding; every answer must then have arrived, once. */
  @Override
  public void close() {
    binding.close();
    submitting.forEach(CheckedBinding::join);
    assertThat(answers).as("answered when close has returned").allMatch(Answer::isThere);
    assertThat(answers).as("completed once").allMatch(answer -> answer.calls() == 1);
  }

  /** Some were submitted after the close, which does not wait for them. */
  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
