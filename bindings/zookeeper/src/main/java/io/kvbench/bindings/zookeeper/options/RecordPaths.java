package io.kvbench.bindings.zookeeper.options;

import io.kvbench.core.operation.Key;
import org.jspecify.annotations.Nullable;

/** The mapping from keys to the paths of their znodes. */
public final class RecordPaths {
  public static final String NOT_A_NAME =
      "ZooKeeper cannot name a znode after this key: it takes printable ASCII without '/', and not"
          + " '.', '..' or nothing; trace.keys=escaped replays other keys";

  private final String prefix;

  public RecordPaths(String root) {
    this.prefix = root + "/";
  }

  /** Returns the path for a key's text, or null if it is no valid name of a znode. */
  public @Nullable String of(String name) {
    return isName(name) ? prefix.concat(name) : null;
  }

  /** Returns the path of a group, whose members are its children. Groups are not records. */
  public static String group(String root, Key group) {
    return groups(root) + "/" + group;
  }

  /** Returns the path of the parent of all groups. */
  public static String groups(String root) {
    return root + "-groups";
  }

  /** Returns the path of the parent of all locks. */
  public static String locks(String root) {
    return root + "-locks";
  }

  /** Returns the path of the parent of all elections. */
  public static String elections(String root) {
    return root + "-elections";
  }

  private static boolean isName(String name) {
    int length = name.length();
    for (int index = 0; index < length; index++) {
      char character = name.charAt(index);
      if (character < ' ' || character > '~' || character == '/') {
        return false;
      }
    }
    // Only names of one or two characters can be one of the three reserved ones.
    return length > 2 || !(name.isEmpty() || name.equals(".") || name.equals(".."));
  }
}
