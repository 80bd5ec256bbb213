package io.kvbench.bindings.zookeeper.options;

import io.kvbench.bindings.support.EndpointForm;
import io.kvbench.core.operation.Operation;
import java.util.Set;

/** The dialects of the ZooKeeper protocol, which zetcd implements only in part. */
public enum ZooKeeperDialect {
  ZOOKEEPER("ZooKeeper", "srvr", "zookeeper.jute.maxbuffer"),

  /**
   * A proxy that stores znodes in etcd. It interprets any four-letter word except {@code ruok} as
   * the length of a request, and allocates memory for it.
   */
  ZETCD("zetcd", "ruok", "zetcd.maxbuffer");

  /** The etcd keys that a transaction writes besides those of its znodes: two of their parent. */
  private static final int PARENT_KEYS = 2;

  private static final int KEYS_OF_A_ZNODE = 7;
  private static final int KEYS_OF_AN_UPDATE = 3;

  private final String title;
  private final String word;
  private final String limit;

  ZooKeeperDialect(String title, String word, String limit) {
    this.title = title;
    this.word = word;
    this.limit = limit;
  }

  /** Returns the remark on watches for comparisons. */
  public String watchRemark() {
    return "a watch of "
        + title
        + "'s fires once, and its event does not say which write it was: if another client's write of"
        + " the same record comes in between, a WATCH is answered CONFLICT, though its value is"
        + " written.";
  }

  /** Returns the remark on ranges of keys for comparisons. */
  public String listRemark() {
    return title
        + " lists all records in one response, in no order; a response of more than "
        + limit
        + " bytes breaks the connection.";
  }

  /** Returns the system's display name. */
  public String title() {
    return title;
  }

  /** Returns the syntax of its endpoints. */
  public EndpointForm endpoints() {
    return new EndpointForm(title, 2181, Set.of(), ".");
  }

  /** Returns the four-letter word that shows whether a server is up. */
  public String word() {
    return word;
  }

  /** Returns the message about a request over the limit. */
  public String tooLarge() {
    return "key and value are over " + limit + "; a server would break the connection";
  }

  /** Returns the message about a write whose watch has not reported it. */
  public String noEvent() {
    return "the write was acknowledged, and its event did not come within "
        + (this == ZOOKEEPER ? "zookeeper" : "zetcd")
        + ".sessiontimeout";
  }

  /**
   * Returns whether the answer to {@link #word} is the system's: a server that does not allow the
   * word answers with the name of the property.
   */
  public boolean isAnswer(String answer) {
    return answer.startsWith(this == ZOOKEEPER ? "Zookeeper version: " : "imok")
        || answer.contains("is not executed because it is not in the whitelist");
  }

  /** Returns whether servers report their version, their role in the cluster and its state. */
  public boolean tellsOfItself() {
    return this == ZOOKEEPER;
  }

  /** Returns whether a transaction that was not applied reports which of its parts failed. */
  public boolean tellsObstacles() {
    return this == ZOOKEEPER;
  }

  /**
   * Returns whether the state in the answer to a write is the one after it: zetcd reads it before
   * it writes.
   */
  public boolean answersWithNewState() {
    return this == ZOOKEEPER;
  }

  /**
   * Returns whether it supports locks, elections and groups, and counts of whole trees: zetcd lacks
   * the requests for both.
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

  /** Returns what prevents an answering server from granting a session. */
  public String whyNoSession() {
    return this == ZOOKEEPER
        ? "it may be full or overloaded"
        : "its etcd may be gone, without a leader or overloaded";
  }

  /** Returns how many etcd keys zetcd writes for a transaction with this many updates. */
  public static long keysOfUpdates(int updates) {
    return PARENT_KEYS + (long) updates * KEYS_OF_AN_UPDATE;
  }

  /** Returns how many updates fit into one etcd transaction of zetcd. */
  public static int updatesIn(int keys) {
    return Math.max(0, (keys - PARENT_KEYS) / KEYS_OF_AN_UPDATE);
  }

  /** Returns how many etcd keys a transaction writes or compares; 0 if there is no etcd. */
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
