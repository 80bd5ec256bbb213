package io.kvbench.runner.sidecar;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The descendants of processes. On Linux one scan of all processes serves all targets; Java's own
 * API scans once for each. For one thread.
 */
interface Descendants {

  /** Returns the processes that descend from one, without itself. */
  List<Long> of(long pid);

  /** Looks now. */
  static Descendants now(boolean linux, ProcFile reader) {
    return linux ? onLinux(reader) : Descendants::byJava;
  }

  private static List<Long> byJava(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .map(ProcessHandle::pid)
        .toList();
  }

  private static Descendants onLinux(ProcFile reader) {
    Map<Long, List<Long>> children = new HashMap<>();
    String[] names = LinuxProcess.PROC.toFile().list();
    Stream.of(names == null ? new String[0] : names)
        .filter(name -> Character.isDigit(name.charAt(0)))
        .forEach(
            name ->
                children
                    .computeIfAbsent(parent(name, reader), parent -> new ArrayList<>())
                    .add(Long.valueOf(name)));
    return pid -> below(pid, children);
  }

  /** Returns 0, whose children are never queried, where the process has ended meanwhile. */
  private static long parent(String pid, ProcFile reader) {
    try {
      ProcText text = reader.readOnce("/proc/" + pid + "/stat");
      // The name stands in parentheses and may have some itself; the state follows.
      text.between('(', ')');
      text.skip(1);
      return text.number();
    } catch (IOException e) {
      return 0;
    }
  }

  private static List<Long> below(long pid, Map<Long, List<Long>> children) {
    List<Long> all = new ArrayList<>();
    Deque<Long> next = new ArrayDeque<>(children.getOrDefault(pid, List.of()));
    while (!next.isEmpty()) {
      long one = next.remove();
      all.add(one);
      next.addAll(children.getOrDefault(one, List.of()));
    }
    return all;
  }
}
