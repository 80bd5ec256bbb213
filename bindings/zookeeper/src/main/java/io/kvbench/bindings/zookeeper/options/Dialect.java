package io.kvbench.bindings.zookeeper.options;

import io.kvbench.bindings.support.EndpointForm;
import io.kvbench.core.operation.Operation;
import java.util.Set;

/** Who is at the other end: what speaks the protocol does not speak all of it. */
public enum Dialect {
  ZOOKEEPER("ZooKeeper", "srvr", "zookeeper.jute.maxbuffer"),

  /**
   * A proxy that keeps znodes in etcd. It takes the first bytes of any word but {@code ruok} for
   * the length of a request, and makes room for it.
   */
  ZETCD("zetcd", "ruok", "zetcd.maxbuffer");

  /** What a transaction of zetcd writes in etcd besides its znodes: two keys of their parent. */
  private static final int PARENT_KEYS = 2;

  private static final int KEYS_OF_A_ZNODE = 7;
  private static final int KEYS_OF_AN_UPDATE = 3;

  private final String title;
  private final String word;
  private final String limit;

  Dialect(String title, String word, String limit) {
    this.title = title;
    this.word = word;
    this.limit = limit;
  }

  /** Returns what matters for a comparison of watches. */
  public String watchRemark() {
    return "a watch of "
        + title
        + "'s fires once, and its event does not say which write it was: if another client's write of"
        + " the same record comes in between, a WATCH is answered CONFLICT, though its value is"
        + " written.";
  }

  /** Returns the caveat of ranges of keys for comparisons. */
  public String listRemark() {
    return title
        + " lists all records in one response, in no order; a response of more than "
        + limit
        + " bytes breaks the connection.";
  }

  /** Returns the system's name for people. */
  public String title() {
    return title;
  }

  /** Returns how its endpoints are written. */
  public EndpointForm endpoints() {
    return new EndpointForm(title, 2181, Set.of(), ".");
  }

  /** Returns the four-letter word that shows whether a server is there. */
  public String word() {
    return word;
  }

  /** Returns what to say of a request that is over the limit. */
  public String tooLarge() {
    return "key and value are over " + limit + "; a server would break the connection";
  }

  /** Returns what to say of a write whose watch has not told of it. */
  public String noEvent() {
    return "the write was acknowledged, and its event did not come within "
        + (this == ZOOKEEPER ? "zookeeper" : "zetcd")
        + ".sessiontimeout";
  }

  /**
   * Returns whether the answer to {@link #word} is the system's: a server that does not allow the
   * word says so and names the property.
   */
  public boolean isAnswer(String answer) {
    return answer.startsWith(this == ZOOKEEPER ? "Zookeeper version: " : "imok")
        || answer.contains("is not executed because it is not in the whitelist");
  }

  /** Returns whether servers tell their version, their part in the cluster and its state. */
  public boolean tellsOfItself() {
    return this == ZOOKEEPER;
  }

  /**
   * Returns whether a transaction that was not carried out says which of its parts was to blame.
   */
  public boolean tellsObstacles() {
    return this == ZOOKEEPER;
  }

  /**
   * Returns whether locks, elections and groups are kept there, and whole trees are counted: zetcd
   * lacks requests for both.
   */
  public boolean hasRecipes() {
    return this == ZOOKEEPER;
  }

  /** Returns whether reading a znode costs the server nothing for each of its children. */
  public boolean readsParentsCheaply() {
    return this == ZOOKEEPER;
  }

  /**
   * Returns whether a session's end is always answered. zetcd closes the connection when it has
   * ended the session, sometimes before the answer.
   */
  public boolean answersClosing() {
    return this == ZOOKEEPER;
  }

  /** Returns what keeps a server that answers from granting a session. */
  public String whyNoSession() {
    return this == ZOOKEEPER
        ? "it may be full or overloaded"
        : "its etcd may be gone, without a leader or overloaded";
  }

  /** Returns how many keys of etcd zetcd writes for a transaction of so many updates. */
  public static long keysOfUpdates(int updates) {
    return PARENT_KEYS + (long) updates * KEYS_OF_AN_UPDATE;
  }

  /** Returns how many updates zetcd can make of one transaction of etcd. */
  public static int updatesIn(int keys) {
    return Math.max(0, (keys - PARENT_KEYS) / KEYS_OF_AN_UPDATE);
  }

  /** Returns how many keys of etcd a transaction writes or compares; 0 where there is no etcd. */
  public int keysTaken(Operation.Transaction transaction) {
    if (this == ZOOKEEPER) {
      return 0;
    }
    int keys = PARENT_KEYS;
    for (Operation.Part part : transaction.parts()) {
      keys +=
          switch (part) {
            case Operation.Insert insert -> KEYS_OF_A_ZNODE;
            case Operation.Delete delete -> KEYS_OF_A_ZNODE;
            case Operation.Update update -> KEYS_OF_AN_UPDATE;
            case Operation.CompareAndSet change -> KEYS_OF_AN_UPDATE;
            case Operation.Guard guard -> 1;
          };
    }
    return keys;
  }
}
