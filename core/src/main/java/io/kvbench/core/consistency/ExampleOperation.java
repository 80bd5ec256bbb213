package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;

/**
 * An operation of an example.
 *
 * @param role what it has to do with the violation, as a phrase
 * @param beginNanos when it was sent, since the start of the recording
 * @param endNanos when it was answered or given up
 * @param identity of its value, as in {@link ValueIdentity}
 * @param version 0 if unknown
 */
public record ExampleOperation(
    String role,
    int client,
    int server,
    int phase,
    HistoryKind kind,
    HistoryStatus status,
    ReadConsistency consistency,
    long key,
    long beginNanos,
    long endNanos,
    long identity,
    long version) {

  @Override
  public String toString() {
    return "%s: client %d on server %d, %s %s of key %d, %d to %d ns, value %s, version %d"
        .formatted(
            role,
            client,
            server,
            kind,
            status,
            key,
            beginNanos,
            endNanos,
            ValueIdentity.text(identity),
            version);
  }
}
