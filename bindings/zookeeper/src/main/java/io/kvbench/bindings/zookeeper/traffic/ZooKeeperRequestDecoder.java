package io.kvbench.bindings.zookeeper.traffic;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.MultiHeader;
import org.apache.zookeeper.proto.SetDataRequest;
import org.jspecify.annotations.Nullable;

/** The decoder from requests to operations. For one connection. */
final class ZooKeeperRequestDecoder {
  private static final int ANY_VERSION = -1;
  private static final String SEQUENTIAL = "a sequential znode";

  /**
   * A decoded request: an operation, or its kind if a trace cannot represent it, or nothing
   * relevant.
   *
   * @param ephemeral the keys of records that it creates and that end with the session
   */
  record Read(Optional<TracedRequest> request, Optional<String> ignored, List<Key> ephemeral) {
    static Read of(TracedRequest request) {
      return new Read(Optional.of(request), Optional.empty(), List.of());
    }

    static Read ignored(String kind) {
      return new Read(Optional.empty(), Optional.of(kind), List.of());
    }

    static Read nothing() {
      return new Read(Optional.empty(), Optional.empty(), List.of());
    }

    Read creating(List<Key> keys) {
      return new Read(request, ignored, List.copyOf(keys));
    }
  }

  private final String prefix;

  /** The ephemeral keys of the current request. */
  private final List<Key> ephemeral = new ArrayList<>();

  /** Whether the previous request was a sync, which makes a read linearizable. */
  private boolean synced;

  ZooKeeperRequestDecoder(String root) {
    prefix = root + "/";
  }

  Read read(int type, BinaryInputArchive in) throws IOException {
    boolean linearizable = synced;
    synced = type == OpCode.sync;
    ephemeral.clear();
    return switch (type) {
      case OpCode.create, OpCode.create2, OpCode.createContainer, OpCode.createTTL -> {
        TracedPart part = created(in);
        yield part == null
            ? Read.ignored("create of " + SEQUENTIAL)
            : operation(single(part)).creating(ephemeral);
      }
      case OpCode.delete -> operation(single(deleted(in)));
      case OpCode.setData -> operation(single(written(in)));
      case OpCode.getData, OpCode.exists -> {
        GetDataRequest request = new GetDataRequest();
        request.deserialize(in, "request");
        yield operation(
            TracedRequest.read(
                key(request.getPath()),
                linearizable ? ReadConsistency.LINEARIZABLE : ReadConsistency.DEFAULT));
      }
      case OpCode.multi -> transaction(in);
      case OpCode.multiRead -> readTransaction(in, linearizable);
      case OpCode.sync, OpCode.ping, OpCode.closeSession -> Read.nothing();
      default -> Read.ignored(name(type));
    };
  }

  /** The root of the records and its parents are not records. */
  private Read operation(TracedRequest request) {
    String key = request.parts().getFirst().key().toString();
    return prefix.startsWith(key + "/")
        ? Read.ignored("request for the root of the records")
        : Read.of(request);
  }

  private static TracedRequest single(TracedPart part) {
    return TracedRequest.of(part.type(), List.of(part), ReadConsistency.DEFAULT);
  }

  /**
   * Decodes the creation of a znode; null if the server chooses its name. Skips the ACL and the
   * optional time to live after it.
   */
  private @Nullable TracedPart created(BinaryInputArchive in) throws IOException {
    String path = in.readString("path");
    byte[] data = in.readBuffer("data");
    for (int left = in.readInt("acl"); left > 0; left--) {
      in.readInt("perms");
      in.readString("scheme");
      in.readString("id");
    }
    CreateMode mode = mode(in.readInt("flags"));
    if (mode.isSequential()) {
      return null;
    }
    Key key = key(path);
    if (mode.isEphemeral()) {
      ephemeral.add(key);
    }
    return new TracedPart(OperationType.INSERT, key, size(data));
  }

  private static CreateMode mode(int flags) throws IOException {
    try {
      return CreateMode.fromFlag(flags);
    } catch (KeeperException e) {
      throw new IOException("a request has unknown flags", e);
    }
  }

  private TracedPart deleted(BinaryInputArchive in) throws IOException {
    DeleteRequest request = new DeleteRequest();
    request.deserialize(in, "request");
    return new TracedPart(OperationType.DELETE, key(request.getPath()), TracedPart.NONE);
  }

  private TracedPart written(BinaryInputArchive in) throws IOException {
    SetDataRequest request = new SetDataRequest();
    request.deserialize(in, "request");
    return new TracedPart(
        request.getVersion() == ANY_VERSION ? OperationType.UPDATE : OperationType.COMPARE_AND_SET,
        key(request.getPath()),
        size(request.getData()));
  }

  private Read transaction(BinaryInputArchive in) throws IOException {
    List<TracedPart> parts = new ArrayList<>();
    MultiHeader header = new MultiHeader();
    for (header.deserialize(in, "header"); !header.getDone(); header.deserialize(in, "header")) {
      switch (header.getType()) {
        case OpCode.create, OpCode.create2, OpCode.createContainer -> {
          TracedPart part = created(in);
          if (part == null) {
            return Read.ignored("multi with " + SEQUENTIAL);
          }
          parts.add(part);
        }
        case OpCode.delete -> parts.add(deleted(in));
        case OpCode.setData -> parts.add(written(in));
        case OpCode.check -> new CheckVersionRequest().deserialize(in, "request");
        default -> {
          return Read.ignored("multi with " + name(header.getType()));
        }
      }
    }
    return parts.isEmpty()
        ? Read.ignored("multi without a write")
        : Read.of(TracedRequest.of(OperationType.TRANSACTION, parts, ReadConsistency.DEFAULT))
            .creating(ephemeral);
  }

  private Read readTransaction(BinaryInputArchive in, boolean linearizable) throws IOException {
    List<TracedPart> parts = new ArrayList<>();
    MultiHeader header = new MultiHeader();
    for (header.deserialize(in, "header"); !header.getDone(); header.deserialize(in, "header")) {
      if (header.getType() != OpCode.getData) {
        return Read.ignored("multiRead with " + name(header.getType()));
      }
      GetDataRequest request = new GetDataRequest();
      request.deserialize(in, "request");
      parts.add(
          new TracedPart(OperationType.READ_TRANSACTION, key(request.getPath()), TracedPart.NONE));
    }
    return parts.isEmpty()
        ? Read.ignored("multiRead without a read")
        : Read.of(
            TracedRequest.of(
                OperationType.READ_TRANSACTION,
                parts,
                linearizable ? ReadConsistency.LINEARIZABLE : ReadConsistency.DEFAULT));
  }

  private Key key(@Nullable String path) throws IOException {
    if (path == null) {
      throw new IOException("a request has no path");
    }
    String name = path.startsWith(prefix) ? path.substring(prefix.length()) : path;
    return Key.of(name.getBytes(StandardCharsets.UTF_8));
  }

  private static int size(byte @Nullable [] data) {
    return data == null ? 0 : data.length;
  }

  private static String name(int type) {
    return switch (type) {
      case OpCode.getChildren -> "getChildren";
      case OpCode.getChildren2 -> "getChildren2";
      case OpCode.getAllChildrenNumber -> "getAllChildrenNumber";
      case OpCode.getEphemerals -> "getEphemerals";
      case OpCode.getACL -> "getACL";
      case OpCode.setACL -> "setACL";
      case OpCode.auth -> "auth";
      case OpCode.sasl -> "sasl";
      case OpCode.setWatches, OpCode.setWatches2 -> "setWatches";
      case OpCode.addWatch -> "addWatch";
      case OpCode.removeWatches, OpCode.checkWatches -> "removeWatches";
      case OpCode.reconfig -> "reconfig";
      default -> "request of type " + type;
    };
  }
}
