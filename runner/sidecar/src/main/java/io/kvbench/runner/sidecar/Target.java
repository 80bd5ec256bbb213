package io.kvbench.runner.sidecar;

/** A process to sample, and the way in which it is found. */
public sealed interface Target {

  /** Returns the name that its figures go by. */
  String name();

  /** Returns where it is looked for, in words for the user. */
  String place();

  /**
   * A process by its number.
   *
   * @param alone whether its descendants are left out
   */
  record ByPid(String name, long pid, boolean alone) implements Target {
    @Override
    public String place() {
      return "process " + pid;
    }
  }

  /** The process that listens on a TCP port. */
  record ByPort(String name, int port) implements Target {
    @Override
    public String place() {
      return "a process that listens on port " + port;
    }
  }

  /** The process of a program, or the JVM of a main class or a jar. */
  record ByProgram(String name, String program) implements Target {
    @Override
    public String place() {
      return "a process of the program " + program;
    }
  }
}
