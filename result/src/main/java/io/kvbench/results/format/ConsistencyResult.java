package io.kvbench.results.format;

import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The answers of a run compared with what the system promises ({@code check=true}).
 *
 * @param readModes the reads of each consistency that was used
 * @param violations broken promises, one for each kind, with the worst example
 * @param leaseNotes stale reads during elections where the promise allows them, likewise
 * @param undecided operations that may or may not break a promise
 * @param dropped operations that were not recorded; -1 if the number is unknown
 * @param operations how many were recorded
 * @param keys the number of records that these concern
 * @param acknowledgedWrites how many writes were acknowledged
 * @param observedWrites how many of these were ever observed
 * @param rules what the history was checked against
 * @param problem why the check is missing or incomplete, as a clause for the user
 */
public record ConsistencyResult(
    List<ReadMode> readModes,
    List<BrokenPromise> violations,
    List<BrokenPromise> leaseNotes,
    long undecided,
    long dropped,
    long operations,
    long keys,
    long acknowledgedWrites,
    long observedWrites,
    Rules rules,
    Optional<String> problem) {

  public ConsistencyResult {
    readModes = List.copyOf(readModes);
    violations = List.copyOf(violations);
    leaseNotes = List.copyOf(leaseNotes);
  }

  /** Returns the result of a check that was not carried out. */
  public static ConsistencyResult unchecked(Rules rules, String problem) {
    return new ConsistencyResult(
        List.of(), List.of(), List.of(), 0, -1, 0, 0, 0, 0, rules, Optional.of(problem));
  }

  /** Returns whether more than one in a thousand operations may or may not break a promise. */
  public boolean hasManyUndecided() {
    return undecided > operations / 1000;
  }

  /** Returns the share of acknowledged writes that were ever observed; 1 without any. */
  public double coverage() {
    return acknowledgedWrites == 0 ? 1 : (double) observedWrites / acknowledgedWrites;
  }

  /**
   * The reads of one consistency.
   *
   * @param mode the consistency that was asked for
   * @param promised what the system promises for it
   * @param observed the strongest promise that no read was seen to break
   * @param coverage the share of acknowledged writes that these reads returned the values of
   */
  public record ReadMode(
      ReadConsistency mode,
      ReadPromise promised,
      ReadPromise observed,
      long reads,
      double coverage,
      Staleness staleness) {}

  /**
   * The reads that were certainly stale, in buckets of powers of two.
   *
   * @param nanos by time since a newer value was acknowledged or read
   * @param versions by the number of newer values
   */
  public record Staleness(long reads, List<StalenessBucket> nanos, List<StalenessBucket> versions) {
    public Staleness {
      nanos = List.copyOf(nanos);
      versions = List.copyOf(versions);
    }
  }

  /**
   * A number of reads.
   *
   * @param upTo the largest staleness in the bucket; the smallest is half of it
   */
  public record StalenessBucket(long upTo, long reads) {}

  /**
   * The violations of one kind.
   *
   * @param kind in capitals; more may be added
   * @param description a phrase
   * @param operations how many operations show it
   * @param keys on how many records, or in how many sessions or reads of several
   * @param key the number of the record of the example
   * @param ageNanos how old the returned value was at the worst; 0 if that has no meaning
   * @param example at most five operations, in the order of their begins
   */
  public record BrokenPromise(
      String kind,
      String description,
      long operations,
      long keys,
      long key,
      long ageNanos,
      List<ExampleStep> example) {
    public BrokenPromise {
      example = List.copyOf(example);
    }
  }

  /**
   * An operation of an example.
   *
   * @param role what it has to do with the violation, as a phrase
   * @param client a client, numbered from 0 on; numbers are used again in later phases
   * @param phase its number, from 0 on; that after the last one stands for the read-back
   * @param operation what it is, in capitals; more may be added
   * @param status its result, in capitals; more may be added
   * @param mode the consistency of a read
   * @param key the number of the record
   * @param beginNanos when it was sent, since the recording started
   * @param endNanos when it was answered or given up
   * @param value its value, as writer and number of the write, or in words
   * @param version of that value; 0 if unknown
   */
  public record ExampleStep(
      String role,
      int client,
      int phase,
      String operation,
      String status,
      Optional<ReadConsistency> mode,
      long key,
      long beginNanos,
      long endNanos,
      String value,
      long version) {}

  /**
   * The rules of a check.
   *
   * @param promises by consistency of reads
   * @param versions the scope in which versions are ordered
   * @param blindWrites whether writes are applied regardless of the record's existence
   * @param elections when a lease may have been held by two servers
   */
  public record Rules(
      Map<ReadConsistency, ReadPromise> promises,
      VersionScope versions,
      boolean blindWrites,
      List<LeaseWindow> elections) {
    public Rules {
      promises = Collections.unmodifiableMap(new TreeMap<>(promises));
      elections = List.copyOf(elections);
    }
  }

  /** An interval, in ns since the recording started. */
  public record LeaseWindow(long beginNanos, long endNanos) {}
}
