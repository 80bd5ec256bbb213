package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.measure.ErrorMessages;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One operation that several threads are going to end, each with a status, a time and a message
 * that no other has. The client's own thread is never started: everybody here is somebody else.
 */
class Race {
  private static final NanoClock CLOCK = new ClockOfThreads();
  private static final Recorder RECORDER = new Recorder(false, 1);

  /** Only by who holds the lock of this class: what is recorded here is of no interest. */
  private static final ClientRecorder RING = RECORDER.client(0);

  private final PhaseState phase = new PhaseState(CLOCK, RECORDER, 1, Optional.empty());
  private final Client client =
      new Client(phase, (request, completion) -> {}, false, new IdlePace(), RING, 0);
  private final boolean versions;
  private final PendingOperation operation;

  /** An operation that is answered without a version. */
  Race() {
    versions = false;
    operation = new PendingOperation(client);
  }

  /** A read of which the client wants to know the version. */
  Race(boolean versions) {
    this.versions = versions;
    operation = client.begin(OperationType.READ, 0, 0, versions);
  }

  /** Answers, then looks. */
  final void succeed(Party party, Outcome outcome) {
    end(party, outcome);
    look(party);
  }

  /** Answers. */
  final void end(Party party, Outcome outcome) {
    party.says(outcome);
    operation.succeeded(outcome);
  }

  /** Answers with a record, whose version is the time, then looks. */
  final void find(Party party) {
    party.says(Outcome.OK);
    operation.found(ByteBuffer.allocate(0), party.nanos);
    look(party);
  }

  /** Tells of an error, with its name for a message, then looks. */
  final void fail(Party party, ErrorKind kind) {
    party.says(kind);
    operation.failed(kind, kind.name());
    look(party);
  }

  /** Gives up, as the conductor does, then looks. */
  final void abandon(Party party) {
    party.says(ErrorKind.ABANDONED);
    operation.abandon(party.nanos);
    look(party);
  }

  /** What is seen ended has to remain so, so whoever looks keeps what was to be seen. */
  final void look(Party party) {
    if (operation.isDone()) {
      try {
        party.saw = operation.status();
        party.sawVersion = client.version();
      } catch (ArrayIndexOutOfBoundsException e) {
        party.sawNoEnd = true;
      }
      party.claimed = operation.claimRecording();
    }
  }

  /** Records at once, as the client does. */
  final void lookAndRecord(Party party) {
    look(party);
    if (party.claimed) {
      record();
    }
  }

  private void record() {
    synchronized (Race.class) {
      client.record(operation.status(), operation.phaseNanos());
    }
  }

  /** Returns how the operation ended, or what is wrong with its end; when all have done. */
  final String verdict(Party... parties) {
    if (!operation.isDone()) {
      return "never ended";
    }
    Status status = operation.status();
    boolean unclaimed = operation.claimRecording();
    int claims = unclaimed ? 1 : 0;
    Party winner = null;
    for (Party party : parties) {
      if (party.sawNoEnd) {
        return status + " after it had ended and then not";
      }
      if (party.saw != null && party.saw != status) {
        return status + " after " + party.saw + " was seen";
      }
      if (party.saw != null && party.sawVersion != client.version()) {
        return status + " after another version was seen";
      }
      winner = party.said == status ? party : winner;
      claims += party.claimed ? 1 : 0;
    }
    if (claims != 1) {
      return status + ", claimed by " + claims;
    }
    if (winner == null || winner.nanos != operation.phaseNanos()) {
      return status + " at the time of another";
    }
    if (client.version() != (versions && status == Outcome.OK ? winner.nanos : 0)) {
      return status + " with the version of another";
    }
    if (phase.errorMessages.list().isEmpty()) {
      record();
    }
    return hasItsMessage(status)
        ? status + ", " + phase.repeatedCompletions.sum() + " repeated"
        : status + " with the message of another";
  }

  private boolean hasItsMessage(Status status) {
    List<ErrorMessages.Counted> told = phase.errorMessages.list();
    if (status == ErrorKind.ABANDONED) {
      return told.size() == 1;
    }
    return status instanceof ErrorKind kind
        ? told.size() == 1 && told.getFirst().message().equals(kind.name())
        : told.isEmpty();
  }

  /** What one thread said about the operation, when, and what it saw then. */
  static final class Party {
    private Status said;
    private long nanos;
    private Status saw;
    private long sawVersion;
    private boolean sawNoEnd;
    private boolean claimed;

    private void says(Status status) {
      said = status;
      nanos = CLOCK.nanos();
    }
  }

  /** Gives every thread a time of its own, which stands still. */
  private static final class ClockOfThreads implements NanoClock {
    @Override
    public long nanos() {
      return Thread.currentThread().threadId();
    }

    @Override
    public Instant instant() {
      return Instant.EPOCH;
    }

    @Override
    public void parkUntil(long nanos) {
      throw new IllegalStateException("nobody waits");
    }
  }
}
