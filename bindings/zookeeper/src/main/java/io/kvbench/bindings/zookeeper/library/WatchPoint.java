package io.kvbench.bindings.zookeeper.library;

import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * The target of a watcher in ZooKeeper.
 *
 * @param path of a record's znode, of the records' root, or of a group
 * @param members whether the events are creations and deletions of children, instead of writes
 */
public record WatchPoint(String path, Mode mode, boolean members) {
  /** The kind of watch. */
  public enum Mode {
    /** Set by a read of the znode; ends with its first event. */
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
