package io.kvbench.bindings.zookeeper.light;

import io.kvbench.bindings.zookeeper.operation.Handle;
import java.io.IOException;
import java.util.List;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.AsyncCallback.Children2Callback;
import org.apache.zookeeper.AsyncCallback.DataCallback;
import org.apache.zookeeper.AsyncCallback.MultiCallback;
import org.apache.zookeeper.AsyncCallback.StatCallback;
import org.apache.zookeeper.AsyncCallback.StringCallback;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.MultiResponse;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.ExistsResponse;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetDataResponse;
import org.apache.zookeeper.proto.SyncRequest;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a session on kvbench's own connection. The library's records encode them and
 * decode their answers.
 */
abstract class LightRequests implements Handle {
  private static final int OK = Code.OK.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();

  private final List<ACL> acl;

  /**
   * The requests of one session.
   *
   * @param acl the access control list of new znodes
   */
  LightRequests(List<ACL> acl) {
    this.acl = acl;
  }

  /** A handler that parses the answer to a request, or takes its error code without an answer. */
  @FunctionalInterface
  interface ResponseHandler {
    void read(int code, @Nullable InputArchive answer) throws IOException;
  }

  /** Sends a request, whose handler is called on the event loop's thread; from any thread. */
  abstract void send(int type, Record body, ResponseHandler handler);

  /** A watch was set; on the event loop's thread. */
  abstract void watch(String path, Watcher watcher);

  /** Parses an answer, if there is one; returns the record. */
  private static <R extends Record> R read(R record, @Nullable InputArchive answer)
      throws IOException {
    if (answer != null) {
      record.deserialize(answer, "answer");
    }
    return record;
  }

  @Override
  public void create(String path, byte[] data, StringCallback callback, @Nullable Object context) {
    send(
        OpCode.create,
        new CreateRequest(path, data, acl, CreateMode.PERSISTENT.toFlag()),
        (code, answer) ->
            callback.processResult(
                code, path, context, read(new CreateResponse(), answer).getPath()));
  }

  @Override
  public void setData(
      String path, byte[] data, int version, StatCallback callback, @Nullable Object context) {
    send(
        OpCode.setData,
        new SetDataRequest(path, data, version),
        (code, answer) ->
            callback.processResult(
                code, path, context, read(new SetDataResponse(), answer).getStat()));
  }

  @Override
  public void delete(String path, int version, VoidCallback callback, @Nullable Object context) {
    send(
        OpCode.delete,
        new DeleteRequest(path, version),
        (code, answer) -> callback.processResult(code, path, context));
  }

  @Override
  public void getData(String path, DataCallback callback, @Nullable Object context) {
    send(
        OpCode.getData,
        new GetDataRequest(path, false),
        (code, answer) -> {
          GetDataResponse read = read(new GetDataResponse(), answer);
          callback.processResult(code, path, context, read.getData(), read.getStat());
        });
  }

  @Override
  public void exists(
      String path, @Nullable Watcher watcher, StatCallback callback, @Nullable Object context) {
    send(
        OpCode.exists,
        new ExistsRequest(path, watcher != null),
        (code, answer) -> {
          if (watcher != null && (code == OK || code == NO_NODE)) {
            watch(path, watcher);
          }
          callback.processResult(code, path, context, read(new ExistsResponse(), answer).getStat());
        });
  }

  @Override
  public void getChildren(String path, Children2Callback callback, @Nullable Object context) {
    send(
        OpCode.getChildren2,
        new GetChildren2Request(path, false),
        (code, answer) -> {
          GetChildren2Response read = read(new GetChildren2Response(), answer);
          callback.processResult(code, path, context, read.getChildren(), read.getStat());
        });
  }

  @Override
  public void sync(String path, VoidCallback callback, @Nullable Object context) {
    send(
        OpCode.sync,
        new SyncRequest(path),
        (code, answer) -> callback.processResult(code, path, context));
  }

  /** As in the library, the code of all parts is that of the first that failed. */
  @Override
  public void multi(List<Op> parts, MultiCallback callback, @Nullable Object context) {
    MultiOperationRecord all = new MultiOperationRecord(parts);
    boolean reads = all.getOpKind() == Op.OpKind.READ;
    send(
        reads ? OpCode.multiRead : OpCode.multi,
        all,
        (code, answer) -> {
          if (answer == null) {
            callback.processResult(code, "", context, null);
            return;
          }
          List<OpResult> results = read(new MultiResponse(), answer).getResultList();
          int first =
              results.stream()
                  .filter(OpResult.ErrorResult.class::isInstance)
                  .mapToInt(result -> ((OpResult.ErrorResult) result).getErr())
                  .filter(error -> error != OK)
                  .findFirst()
                  .orElse(OK);
          callback.processResult(first, "", context, results);
        });
  }
}
