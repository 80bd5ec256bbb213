package io.kvbench.core.consistency;

/** The kind of a broken promise. */
public enum ViolationKind {
  /** A read returned bytes that no write has. */
  NEVER_WRITTEN("a value that was never written"),
  /** A read returned the value of another key. */
  OTHER_KEY("a value of another key"),
  /** A read ended before the write of its value began. */
  BEFORE_WRITE("a value before its write began"),
  /** A read returned the value of a write that was rejected or failed without effect. */
  REJECTED_APPLIED("a rejected write took effect"),
  /** A read returned an older value than the last one before it. */
  STALE_READ("a stale read"),
  /** An acknowledged write is not in the last state that was read, nor a later one. */
  LOST_WRITE("an acknowledged write was lost"),
  /** A deleted record came back. */
  UNDELETED("a deleted record came back"),
  /** An existing record was not found. */
  PHANTOM_ABSENCE("an existing record was not found"),
  /** Two values were each seen after the other. */
  NO_ORDER("two values were each seen after the other"),
  /** A write took effect more than once. */
  APPLIED_TWICE("a write took effect twice"),
  /** Two compare-and-sets succeeded on one value. */
  FORKED_COMPARE_AND_SET("two compare-and-sets succeeded on one value"),
  /** A compare-and-set succeeded on a value that was replaced before. */
  BROKEN_COMPARE_AND_SET("a compare-and-set succeeded on a value that had been replaced"),
  /** A compare-and-set was refused though nothing can have changed the value. */
  REFUSED_WITHOUT_CAUSE("a compare-and-set or insert was refused without cause"),
  /** A session did not see its own write. */
  OWN_WRITE_MISSED("a session did not see its own write"),
  /** A session saw an older state than before. */
  WENT_BACK("a session saw an older state than before"),
  /** The versions of two writes contradict their times. */
  VERSION_ORDER("versions contradict the order of writes"),
  /** The parts of a read are of no single state. */
  TORN_READ("the parts of a read are of different states"),
  /** A read saw some writes of a transaction and missed others. */
  PARTIAL_TRANSACTION("a read saw a part of a transaction"),
  /** A watcher got an event of no write. */
  PHANTOM_EVENT("an event of no write"),
  /** A watcher got an event twice. */
  DOUBLED_EVENT("an event was delivered twice"),
  /** A watcher got events in another order than that of versions. */
  REORDERED_EVENT("an event was delivered after a later one"),
  /** A watcher missed a write between two others. */
  LOST_EVENT("an event was not delivered");

  private final String text;

  ViolationKind(String text) {
    this.text = text;
  }

  /** Returns a phrase for people. */
  public String text() {
    return text;
  }
}
