package io.kvbench.bindings.consul.api;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/** The interpretation of the answers to operations' requests. */
public final class ConsulAnswers {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final ConsulFailure NOT_DONE =
      ConsulFailure.other("the server answered false: it did not");
  public static final ConsulFailure NOT_UNDERSTOOD =
      ConsulFailure.other("the server's answer is not one of Consul's");

  private ConsulAnswers() {}

  /** A record was written or deleted. */
  public static void changed(HttpAnswer answer, Completion completion) {
    if (answer.status() != HttpAnswer.OK) {
      ConsulFailure.of(answer).tell(completion);
    } else if (answer.says(TRUE)) {
      completion.succeeded(Outcome.OK);
    } else {
      (answer.says(FALSE) ? NOT_DONE : NOT_UNDERSTOOD).tell(completion);
    }
  }

  /** A record was written if it still had its version. */
  static void swapped(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK && answer.says(FALSE)) {
      completion.succeeded(Outcome.CONFLICT);
    } else {
      changed(answer, completion);
    }
  }

  /**
   * A record was read. The index is that of its last write, since the request was for one key; an
   * answer without an index is not about keys.
   */
  public static void read(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK) {
      if (answer.index() > 0) {
        completion.found(answer.body(), answer.index(), answer.index(), 0);
      } else {
        NOT_UNDERSTOOD.tell(completion);
      }
    } else if (answer.status() == HttpAnswer.NOT_FOUND) {
      absent(answer, completion);
    } else {
      ConsulFailure.of(answer).tell(completion);
    }
  }

  /** There is no record, if the answer is Consul's: a web server's "not found" has no index. */
  static void absent(HttpAnswer answer, Completion completion) {
    if (answer.index() > 0) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      NOT_UNDERSTOOD.tell(completion);
    }
  }

  /** Several writes were applied, or one of them prevented all. */
  public static void committed(HttpAnswer answer, Completion completion) {
    transacted(answer, ConsulAnswers::wrote, completion);
  }

  /** A transaction of deletes only has no index. */
  private static void wrote(String json, Completion completion) {
    long index = ConsulTransactions.modifyIndex(json);
    if (index > 0) {
      completion.wrote(index);
    } else {
      completion.succeeded(Outcome.OK);
    }
  }

  /** Several records were read, or one is missing: Consul then returns none. */
  public static void readTogether(HttpAnswer answer, List<Key> keys, Completion completion) {
    transacted(
        answer,
        (json, told) -> {
          Ranges.passOn(keys, answer.body(), told);
          told.scanned(keys.size());
        },
        completion);
  }

  /** A record was written, as for a lock; its index is greater than any before. */
  public static void granted(HttpAnswer answer, Completion completion) {
    long index = ConsulTransactions.modifyIndex(answer.text());
    if (index > 0) {
      completion.granted(index);
    } else {
      NOT_UNDERSTOOD.tell(completion);
    }
  }

  /** A record was written in a transaction, and watchers report its index. */
  public static void written(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK) {
      granted(answer, completion);
    } else {
      committed(answer, completion);
    }
  }

  /** A member has left its group, if it was still a member. */
  public static void left(HttpAnswer answer, Completion completion) {
    if (!isOfNoOwner(answer, Outcome.NOT_FOUND, completion)) {
      written(answer, completion);
    }
  }

  /** A record was written if the lock was still owned. */
  public static void fenced(HttpAnswer answer, Completion completion) {
    if (!isOfNoOwner(answer, Outcome.CONFLICT, completion)) {
      committed(answer, completion);
    }
  }

  /** Completes the operation with an outcome if the session did not own the lock. */
  private static boolean isOfNoOwner(HttpAnswer answer, Outcome then, Completion completion) {
    boolean none =
        answer.status() == HttpAnswer.CONFLICT && ConsulTransactions.isOfNoOwner(answer.text());
    if (none) {
      completion.succeeded(then);
    }
    return none;
  }

  private static void transacted(
      HttpAnswer answer, BiConsumer<String, Completion> done, Completion completion) {
    if (answer.status() == HttpAnswer.OK) {
      String json = answer.text();
      if (json.contains(ConsulTransactions.RESULTS)) {
        done.accept(json, completion);
      } else {
        NOT_UNDERSTOOD.tell(completion);
      }
    } else if (answer.status() == HttpAnswer.CONFLICT) {
      rolledBack(answer.text(), completion);
    } else {
      ConsulFailure.of(answer).tell(completion);
    }
  }

  private static void rolledBack(String errors, Completion completion) {
    String what = ConsulTransactions.firstError(errors);
    if (what.endsWith("index is stale") || what.startsWith("failed index check")) {
      completion.succeeded(Outcome.CONFLICT);
    } else if (ConsulTransactions.isOfNone(errors)) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else if (what.contains("Permission denied")) {
      ConsulFailure.of(403, what).tell(completion);
    } else {
      completion.failed(ErrorKind.OTHER, "409: " + ConsulFailure.stable(what));
    }
  }
}
