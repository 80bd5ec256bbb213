package io.kvbench.runner.run.fault;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A fault: an action on a server, or on the connections between it and its clients. */
public enum FaultAction {
  /** Ends its process at once, as a crash would. */
  KILL("killed", "killed"),
  /** Stops its process in its tracks: it answers nothing and keeps its connections. */
  PAUSE("paused", "paused"),
  /** Lets a paused one go on. */
  RESUME("resumed"),
  /** Starts a killed one again, with the files that it had. */
  RESTART("restarted"),
  /** Stops the bytes between it and its clients, and leaves the connections open. */
  CUT("cut from clients", "cut"),
  /** Ends a cut. */
  HEAL("reconnected to clients"),
  /** Closes the connections of its clients by RST, once. */
  RESET("had client connections reset"),
  /** Cuts it from the other servers; clients still reach it. */
  ISOLATE("isolated from the other servers", "isolated"),
  /** Ends an isolation. */
  REJOIN("reconnected to the other servers"),
  /** Limits what it reads from and writes to its disk. */
  SLOWDISK("given a slow disk", "slowed"),
  /** Ends that. */
  FASTDISK("given the usual disk speed again"),
  /** Fills the file system of its data. */
  FULLDISK("given a full disk", "full"),
  /** Removes what filled it. */
  FREEDISK("given free space on its disk again"),
  /** Sets its clock wrong. */
  SKEWCLOCK("given a wrong clock", "skewed"),
  /** Sets it right. */
  SETCLOCK("given the right time again");

  private final String done;

  /** The word for servers that it was done to, until it is undone. */
  private final String state;

  FaultAction(String done) {
    this(done, "");
  }

  FaultAction(String done, String state) {
    this.done = done;
    this.state = state;
  }

  /** Returns what a server is after it. */
  String done() {
    return done;
  }

  /** Returns the name in settings. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns what takes it back, if it lasts. */
  public Optional<FaultAction> undo() {
    return switch (this) {
      case KILL -> Optional.of(RESTART);
      case PAUSE -> Optional.of(RESUME);
      case CUT -> Optional.of(HEAL);
      case ISOLATE -> Optional.of(REJOIN);
      case SLOWDISK -> Optional.of(FASTDISK);
      case FULLDISK -> Optional.of(FREEDISK);
      case SKEWCLOCK -> Optional.of(SETCLOCK);
      case RESUME, RESTART, HEAL, RESET, REJOIN, FASTDISK, FREEDISK, SETCLOCK -> Optional.empty();
    };
  }

  /** Returns what it takes back. */
  Optional<FaultAction> undoes() {
    return Stream.of(values())
        .filter(action -> action.undo().equals(Optional.of(this)))
        .findFirst();
  }

  /** Returns the word for all servers that it can be done to, as they are in the state for it. */
  Optional<String> state() {
    return undoes().map(action -> action.state);
  }

  /** Returns whether it takes a server away from the others. */
  boolean isLoss() {
    return this == KILL || this == PAUSE || this == ISOLATE;
  }

  /** Returns whether it is done to the process of the server. */
  boolean isOfProcess() {
    return this == KILL || this == PAUSE || this == RESUME || this == RESTART;
  }

  /**
   * Returns whether only a command can do it: Linux has one clock for all processes, and programs
   * in Go do not read it through a library that could be replaced.
   */
  boolean isByCommand() {
    return this == SKEWCLOCK || this == SETCLOCK;
  }

  /** Returns whether it is done by the proxies of the run, unless a command does it. */
  boolean isOfNetwork() {
    return this == CUT || this == HEAL || this == RESET;
  }
}
