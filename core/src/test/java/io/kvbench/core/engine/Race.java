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
 * A race of several threads to end one operation, each with a unique status, time and message. The
 * client's own thread is never started.
 */
class Race {
  private static final NanoClock CLOCK = new ClockOfThreads();
  private static final Recorder RECORDER = new Recorder(false, 1);

  /** Guarded by the lock of this class: its contents do not matter. */
  private static final ClientRecorder RING = RECORDER.client(0);

  private final PhaseState phase = new PhaseState(CLOCK, RECORDER, 1, Optional.empty());
  private final OperationInFlight inFlight =
      new OperationInFlight(phase, RING, Thread.ofVirtual().unstarted(() -> {}));
  private final boolean versions;
  private final PendingOperation operation;

  /** A race without versions. */
  Race() {
    versions = false;
    operation = new PendingOperation(inFlight);
  }

  /** A race for a read of which the client needs the version. */
  Race(boolean versions) {
    this.versions = versions;
    operation = inFlight.begin(OperationType.READ, 0, 0, versions);
  }

  /** Answers, then observes. */
  final void succeed(Party party, Outcome outcome) {
    end(party, outcome);
    look(party);
  }

  /** Answers. */
  final void end(Party party, Outcome outcome) {
    party.says(outcome);
    operation.succeeded(outcome);
  }

  /** Answers with a record, whose version is the time, then observes. */
  final void find(Party party) {
    party.says(Outcome.OK);
    operation.found(ByteBuffer.allocate(0), party.nanos);
    look(party);
  }

  /** Fails with an error, with its name as the message, then observes. */
  final void fail(Party party, ErrorKind kind) {
    party.says(kind);
    operation.failed(kind, kind.name());
    look(party);
  }

  /** Abandons, like the conductor, then observes. */
  final void abandon(Party party) {
    party.says(ErrorKind.ABANDONED);
    operation.abandon(party.nanos);
    look(party);
  }

  /** A final state must never change, so the observer keeps what it saw. */
  final void look(Party party) {
    if (operation.isDone()) {
      try {
        party.saw = operation.status();
        party.sawVersion = inFlight.version();
      } catch (ArrayIndexOutOfBoundsException e) {
        party.sawNoEnd = true;
      }
      party.claimed = operation.claimRecording();
    }
  }

  /** Records immediately, like the client. */
  final void lookAndRecord(Party party) {
    look(party);
    if (party.claimed) {
      record();
    }
  }

  private void record() {
    synchronized (Race.class) {
      inFlight.record(operation.status(), operation.phaseNanos());
    }
  }

  /** Returns how the operation ended, or what is wrong with its end; after all threads. */
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
      if (party.saw != null && party.sawVersion != inFlight.version()) {
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
    if (inFlight.version() != (versions && status == Outcome.OK ? winner.nanos : 0)) {
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

  /** One thread's completion, its time, and what the thread observed. */
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

  /** A clock with a fixed, different time for every thread. */
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
