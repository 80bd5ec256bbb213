package io.kvbench.bindings.etcd.traffic;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The decoder from the messages of calls to operations and outcomes. For one connection. */
final class EtcdCallDecoder {

  /** The calls that are operations. */
  enum Method {
    RANGE("/etcdserverpb.KV/Range"),
    PUT("/etcdserverpb.KV/Put"),
    DELETE_RANGE("/etcdserverpb.KV/DeleteRange"),
    TXN("/etcdserverpb.KV/Txn");

    private final String path;

    Method(String path) {
      this.path = path;
    }

    static Optional<Method> of(String path) {
      return Arrays.stream(values()).filter(method -> method.path.equals(path)).findFirst();
    }

    @Override
    public String toString() {
      return EtcdCallDecoder.name(path);
    }
  }

  /**
   * The result of an operation.
   *
   * @param bytes the size of the value that was read
   */
  record Answer(Status status, int bytes) {
    static Answer of(Status status) {
      return new Answer(status, TracedPart.NONE);
    }
  }

  /** A parser of the message that answers a call. */
  @FunctionalInterface
  interface AnswerReader {
    Answer read(ByteBuffer message) throws InvalidProtocolBufferException;
  }

  /** A decoded call: an operation, or its kind if a trace cannot represent it. */
  record Read(Optional<TracedRequest> request, Optional<String> ignored, AnswerReader answer) {
    static Read of(TracedRequest request, AnswerReader answer) {
      return new Read(Optional.of(request), Optional.empty(), answer);
    }

    static Read ignored(String kind) {
      return new Read(Optional.empty(), Optional.of(kind), message -> Answer.of(Outcome.OK));
    }
  }

  private static final Pattern ANY_METHOD =
      Pattern.compile("/(?:etcdserverpb|v3lockpb|v3electionpb)\\.([A-Za-z]{1,40}/[A-Za-z]{1,40})");

  private final String prefix;

  EtcdCallDecoder(String prefix) {
    this.prefix = prefix;
  }

  /** Returns the name of a method without its package, if it is one of etcd's. */
  static String name(String path) {
    Matcher method = ANY_METHOD.matcher(path);
    return method.matches() ? method.group(1) : "another call";
  }

  Read read(Method method, ByteBuffer message) throws InvalidProtocolBufferException {
    return switch (method) {
      case RANGE -> range(RangeRequest.parseFrom(message));
      case PUT -> {
        PutRequest put = PutRequest.parseFrom(message);
        yield Read.of(
            TracedRequest.write(OperationType.UPDATE, key(put.getKey()), put.getValue().size()),
            answer -> Answer.of(Outcome.OK));
      }
      case DELETE_RANGE -> delete(DeleteRangeRequest.parseFrom(message));
      case TXN -> new EtcdTransactionDecoder(this).read(TxnRequest.parseFrom(message));
    };
  }

  private Read range(RangeRequest range) {
    if (range.getRevision() > 0) {
      return Read.ignored("KV/Range at a revision");
    }
    if (range.getRangeEnd().isEmpty() && range.getKeysOnly()) {
      return Read.ignored("KV/Range of one key without its value");
    }
    if (range.getRangeEnd().isEmpty()) {
      return Read.of(
          TracedRequest.read(key(range.getKey()), consistency(range)), EtcdCallDecoder::found);
    }
    RangeContent content =
        range.getCountOnly()
            ? RangeContent.COUNT
            : range.getKeysOnly() ? RangeContent.KEYS : RangeContent.RECORDS;
    boolean descending =
        range.getSortOrder() == RangeRequest.SortOrder.DESCEND
            && range.getSortTarget() == RangeRequest.SortTarget.KEY;
    TracedRequest ascending =
        TracedRequest.range(
            bounds(range.getKey(), range.getRangeEnd()),
            Math.clamp(range.getLimit(), 0, Integer.MAX_VALUE),
            content,
            consistency(range));
    return Read.of(
        new TracedRequest(
            ascending.type(),
            ascending.parts(),
            ascending.limit(),
            content,
            descending,
            ascending.consistency()),
        message -> {
          boolean none = RangeResponse.parseFrom(message).getCount() == 0;
          return Answer.of(none ? Outcome.NOT_FOUND : Outcome.OK);
        });
  }

  /** Ranges that are prefixes are recorded as such, since not every system has other ranges. */
  private List<Key> bounds(ByteString start, ByteString end) {
    boolean open = end.size() == 1 && end.byteAt(0) == 0;
    boolean fromFirst = start.size() == 1 && start.byteAt(0) == 0;
    Key first = fromFirst ? Key.of("") : Key.of(start.toByteArray());
    Optional<Key> behind = open ? Optional.empty() : Optional.of(Key.of(end.toByteArray()));
    boolean isPrefix =
        new KeyRange.Prefix(first).end().map(Key::toString).equals(behind.map(Key::toString))
            && first.toString().startsWith(prefix);
    if (isPrefix) {
      return List.of(relative(first.toString()));
    }
    boolean endsWithPrefix =
        new KeyRange.Prefix(Key.of(prefix))
            .end()
            .map(Key::toString)
            .equals(behind.map(Key::toString));
    return List.of(
        relative(first.toString()),
        endsWithPrefix
            ? Key.of("")
            : behind.map(key -> relative(key.toString())).orElse(Key.of("")));
  }

  private static ReadConsistency consistency(RangeRequest range) {
    return range.getSerializable() ? ReadConsistency.STALE : ReadConsistency.DEFAULT;
  }

  private static Answer found(ByteBuffer message) throws InvalidProtocolBufferException {
    RangeResponse answer = RangeResponse.parseFrom(message);
    return answer.getKvsCount() == 0
        ? Answer.of(answer.getCount() == 0 ? Outcome.NOT_FOUND : Outcome.OK)
        : new Answer(Outcome.OK, answer.getKvs(0).getValue().size());
  }

  private Read delete(DeleteRangeRequest delete) {
    if (!delete.getRangeEnd().isEmpty()) {
      return Read.ignored("KV/DeleteRange of several keys");
    }
    return Read.of(
        TracedRequest.write(OperationType.DELETE, key(delete.getKey()), TracedPart.NONE),
        message -> {
          boolean none = DeleteRangeResponse.parseFrom(message).getDeleted() == 0;
          return Answer.of(none ? Outcome.NOT_FOUND : Outcome.OK);
        });
  }

  Key key(ByteString key) {
    return relative(key.toString(StandardCharsets.ISO_8859_1));
  }

  private Key relative(String key) {
    return Key.of(key.startsWith(prefix) ? key.substring(prefix.length()) : key);
  }
}
