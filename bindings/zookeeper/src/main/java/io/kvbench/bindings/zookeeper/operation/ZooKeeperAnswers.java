package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.zookeeper.options.ZooKeeperDialect;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.zookeeper.AsyncCallback.Children2Callback;
import org.apache.zookeeper.AsyncCallback.DataCallback;
import org.apache.zookeeper.AsyncCallback.MultiCallback;
import org.apache.zookeeper.AsyncCallback.StatCallback;
import org.apache.zookeeper.AsyncCallback.StringCallback;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks that pass the answers received by a handle to their completions. One object serves
 * all operations of a handle: the completion travels as the context. Called by the handle's event
 * thread, in the order of the requests.
 */
public final class ZooKeeperAnswers
    implements StringCallback,
        StatCallback,
        DataCallback,
        Children2Callback,
        VoidCallback,
        MultiCallback {
  /**
   * The context of a transaction.
   *
   * @param parts the expected number of results
   */
  public record TransactionCall(Completion completion, int parts) {}

  /**
   * The context of a read transaction.
   *
   * @param keys one for each expected result
   */
  public record TransactionRead(SyncedRead read, List<Key> keys) {}

  /** The context of a write whose answer has the version that watchers report. */
  public record GrantedWrite(Completion completion) {}

  private static final int OK = Code.OK.intValue();
  private static final int NOT_READ = -1;
  private static final int NO_NODE = Code.NONODE.intValue();
  private static final int NODE_EXISTS = Code.NODEEXISTS.intValue();
  private static final int BAD_VERSION = Code.BADVERSION.intValue();
  private static final int ROLLED_BACK = Code.RUNTIMEINCONSISTENCY.intValue();
  private static final int CONNECTION_LOSS = Code.CONNECTIONLOSS.intValue();
  private static final int SESSION_EXPIRED = Code.SESSIONEXPIRED.intValue();
  private static final int NOT_DONE = Code.APIERROR.intValue();
  private static final long UNKNOWN = 0;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Handle handle;
  private final ZooKeeperDialect dialect;

  /** The transaction of the answer that is passed on, if it is known; for the event thread. */
  private long zxid = UNKNOWN;

  public ZooKeeperAnswers(Handle handle, ZooKeeperDialect dialect) {
    this.handle = handle;
    this.dialect = dialect;
  }

  /**
   * Notes the transaction in the header of the next answer, which the client library's callbacks
   * lack: that of the write, if the answer is to a write.
   */
  public void answeredAt(long transaction) {
    zxid = transaction;
  }

  /** A znode was created. */
  @Override
  public void processResult(int code, String path, Object context, @Nullable String name) {
    if (code == OK && name == null) {
      garbled((Completion) context);
    } else {
      written(code, zxid, (Completion) context);
    }
  }

  /** Completes a write with its version, if it is known. */
  private void written(int code, long version, Completion completion) {
    if (code == OK && version != UNKNOWN) {
      completion.wrote(version);
    } else {
      finish(code, completion);
    }
  }

  /** Returns the transaction of a write whose answer has a state. */
  private long version(@Nullable Stat after) {
    return after == null || !dialect.answersWithNewState() ? zxid : after.getMzxid();
  }

  /** A znode's data was set, or its children were counted. */
  @Override
  public void processResult(int code, String path, Object context, @Nullable Stat stat) {
    if (context instanceof SyncedRead read) {
      counted(code, read, stat == null ? NOT_READ : stat.getNumChildren());
    } else if (context instanceof GrantedWrite write) {
      granted(code, write.completion(), stat);
    } else {
      written(code, version(stat), (Completion) context);
    }
  }

  private void granted(int code, Completion completion, @Nullable Stat stat) {
    if (code != OK) {
      finish(code, completion);
    } else if (stat == null) {
      garbled(completion);
    } else {
      completion.granted(stat.getMzxid());
    }
  }

  /** A znode's children were listed, in full since the state after them was read. */
  @Override
  public void processResult(
      int code, String path, Object context, @Nullable List<String> children, @Nullable Stat stat) {
    int records = children == null || stat == null ? NOT_READ : children.size();
    SyncedRead read = (SyncedRead) context;
    FoundRecords sink = read.completion().receiver();
    if (sink != null && children != null && read.resultOf(code) == OK) {
      children.stream()
          .filter(Key::isKey)
          .forEach(name -> sink.found(Key.of(name), NOTHING.duplicate(), UNKNOWN));
    }
    counted(code, read, records);
  }

  private void counted(int readCode, SyncedRead read, int records) {
    int code = read.resultOf(readCode);
    if (code != OK) {
      finish(code, read.completion());
    } else if (records == NOT_READ) {
      garbled(read.completion());
    } else {
      read.completion().scanned(records);
    }
  }

  /** A znode was deleted, or a sync before a read has been answered. */
  @Override
  public void processResult(int code, String path, Object context) {
    if (context instanceof SyncedRead read) {
      read.synced(code);
    } else {
      written(code, zxid, (Completion) context);
    }
  }

  /** A znode's data was read. */
  @Override
  public void processResult(
      int code, String path, Object context, byte @Nullable [] data, @Nullable Stat stat) {
    if (context instanceof SyncedRead read) {
      found(read.resultOf(code), read.completion(), data, stat);
    } else {
      found(code, (Completion) context, data, stat);
    }
  }

  /** A transaction was applied, or one of its parts failed. */
  @Override
  public void processResult(
      int code, String path, Object context, @Nullable List<OpResult> results) {
    if (context instanceof TransactionRead call) {
      foundTogether(code, call, results);
      return;
    }
    TransactionCall call = (TransactionCall) context;
    if (code == NOT_DONE && !dialect.tellsObstacles()) {
      call.completion().succeeded(Outcome.CONFLICT);
    } else if (code == OK && (results == null || results.size() != call.parts())) {
      // In a transaction that was rolled back, the results before the first failed part are OK.
      garbled(call.completion());
    } else if (code == OK && results != null) {
      written(code, version(results), call.completion());
    } else {
      finish(results == null ? code : obstacle(code, results), call.completion());
    }
  }

  /** All writes of a transaction have the same version. */
  private long version(List<OpResult> results) {
    for (OpResult result : results) {
      if (result instanceof OpResult.SetDataResult set) {
        return version(set.getStat());
      }
    }
    return zxid;
  }

  /** A missing record is one of the results, and determines the code of all. */
  private void foundTogether(int code, TransactionRead call, @Nullable List<OpResult> results) {
    if (results == null || (code != OK && code != NO_NODE)) {
      counted(code, call.read(), NOT_READ);
      return;
    }
    int found = 0;
    for (OpResult result : results) {
      if (result instanceof OpResult.ErrorResult error && error.getErr() != NO_NODE) {
        counted(error.getErr(), call.read(), NOT_READ);
        return;
      }
      found += result instanceof OpResult.GetDataResult ? 1 : 0;
    }
    boolean whole = results.size() == call.keys().size();
    FoundRecords sink = call.read().completion().receiver();
    if (sink != null && whole && call.read().resultOf(OK) == OK) {
      passOn(call.keys(), results, sink);
    }
    counted(OK, call.read(), whole ? found : NOT_READ);
  }

  private static void passOn(List<Key> keys, List<OpResult> results, FoundRecords sink) {
    for (int index = 0; index < keys.size(); index++) {
      if (results.get(index) instanceof OpResult.GetDataResult data) {
        Stat stat = data.getStat();
        sink.found(
            keys.get(index), bytes(data.getData()), stat == null ? UNKNOWN : stat.getMzxid());
      } else {
        sink.missing(keys.get(index));
      }
    }
  }

  private static ByteBuffer bytes(byte @Nullable [] data) {
    return data == null ? NOTHING.duplicate() : ByteBuffer.wrap(data);
  }

  /** The other parts report that the transaction was rolled back. */
  private static int obstacle(int code, List<OpResult> results) {
    for (OpResult result : results) {
      if (result instanceof OpResult.ErrorResult error
          && error.getErr() != OK
          && error.getErr() != ROLLED_BACK) {
        return error.getErr();
      }
    }
    return code;
  }

  private void found(int code, Completion completion, byte @Nullable [] data, @Nullable Stat stat) {
    if (code == OK && data == null && stat == null) {
      garbled(completion);
    } else if (code == OK) {
      // Compare-and-set compares the number of the znode's writes, which begins again if the znode
      // is deleted; the order of writes is that of their transactions.
      completion.found(
          bytes(data),
          stat == null ? 0 : stat.getVersion(),
          stat == null ? UNKNOWN : stat.getMzxid(),
          0);
    } else {
      finish(code, completion);
    }
  }

  private void finish(int code, Completion completion) {
    if (code == OK) {
      completion.succeeded(Outcome.OK);
    } else if (code == NO_NODE) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else if (code == NODE_EXISTS) {
      completion.succeeded(Outcome.ALREADY_EXISTS);
    } else if (code == BAD_VERSION) {
      completion.succeeded(Outcome.CONFLICT);
    } else {
      fail(code, completion);
    }
  }

  /**
   * The library passes on the code of an answer that it could not parse, with as much of it as it
   * has read, and closes the connection afterwards.
   */
  private static void garbled(Completion completion) {
    ZooKeeperFailure.GARBLED.tell(completion);
  }

  private void fail(int code, Completion completion) {
    // Before the completion: a recovering client must not find the handle still usable.
    if (code == CONNECTION_LOSS || code == SESSION_EXPIRED) {
      handle.suspend();
    }
    ZooKeeperFailure.of(code).tell(completion);
  }
}
