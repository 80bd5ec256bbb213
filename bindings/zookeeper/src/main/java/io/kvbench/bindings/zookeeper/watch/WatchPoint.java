package io.kvbench.bindings.zookeeper.watch;

import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * What a watcher watches in ZooKeeper.
 *
 * @param path of a record's znode, of the records' root, or of a group
 * @param members whether what happens below is that znodes come and go, instead of writes
 */
public record WatchPoint(String path, Mode mode, boolean members) {
  /** How the watch is set. */
  public enum Mode {
    /** By a read of the znode; it ends with its first event. */
    ONE_SHOT,
    PERSISTENT,
    /** Persistent, of the root and everything below. */
    RECURSIVE
  }

  /** Returns whether an event is to be reported. */
  boolean reports(EventType type, String eventPath) {
    return switch (type) {
      case NodeCreated -> covers(eventPath);
      case NodeDataChanged -> !members && covers(eventPath);
      case NodeDeleted -> members && covers(eventPath);
      default -> false;
    };
  }

  private boolean covers(String eventPath) {
    if (mode != Mode.RECURSIVE) {
      return eventPath.equals(path);
    }
    int name = path.length() + 1;
    return eventPath.length() > name
        && eventPath.startsWith(path)
        && eventPath.lastIndexOf('/') == path.length();
  }
}
