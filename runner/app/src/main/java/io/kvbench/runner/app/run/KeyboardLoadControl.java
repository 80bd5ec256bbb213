package io.kvbench.runner.app.run;

import io.kvbench.core.engine.LoadChangeException;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.server.Signals;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.LiveLoad;
import io.kvbench.runner.run.LiveLoad.Lane;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The control of a run's load by keys ({@code --keys}). Where the terminal supports it, each key
 * takes effect at once; otherwise after Enter. A separate thread polls for keys instead of blocking
 * on a read, since a background process that reads from its terminal is stopped.
 */
public final class KeyboardLoadControl {
  static final String HELP =
      "keys: + - rate, p pause, > < clients, o operation, ] [ share, m mix, ? help";

  private static final double FASTER = 1.1;
  private static final double MORE = 1.25;
  private static final int END = -1;
  private static final int LOOK_MILLIS = 50;

  /** Fields of /proc/PID/stat after the name of the program. */
  private static final int PROCESS_GROUP = 2;

  private static final int TERMINAL_GROUP = 5;

  private final LiveLoad load;
  private final Consumer<String> notes;
  private String restore = "";
  private volatile boolean closed;
  private String mix = "";
  private int operation;

  /** The rates before a pause, by mix. */
  private final Map<String, Double> before = new HashMap<>();

  /**
   * Prepares for keys.
   *
   * @param notes receives the effect of a key, if that is no change
   */
  public KeyboardLoadControl(LiveLoad load, Consumer<String> notes) {
    this.load = load;
    this.notes = notes;
  }

  /** Begins to read keys from a terminal. */
  static KeyboardLoadControl open(LiveLoad load, Consumer<String> notes) {
    KeyboardLoadControl keys = new KeyboardLoadControl(load, notes);
    // Java cannot read single keys.
    keys.restore = Terminal.stty("-g").orElse("");
    if (!keys.restore.isEmpty()) {
      keys.takeSingleKeys();
      // A shell restores its own terminal settings.
      Signals.handle("CONT", keys::takeSingleKeys);
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(keys::close));
    }
    notes.accept(HELP + (keys.restore.isEmpty() ? "; press Enter after each" : ""));
    Thread.ofPlatform().daemon().name("keys").start(() -> keys.look(System.in));
    return keys;
  }

  /** Signals stay as they are: Ctrl-C ends the run. */
  private synchronized void takeSingleKeys() {
    if (!restore.isEmpty() && isForeground()) {
      var unused = Terminal.stty("-icanon", "-echo", "min", "1");
    }
  }

  /** Looks for keys of a terminal until this is closed. */
  private void look(InputStream keys) {
    try {
      while (!closed) {
        if (keys.available() > 0 && isForeground()) {
          press((char) keys.read());
        } else {
          Thread.sleep(LOOK_MILLIS);
        }
      }
    } catch (IOException e) {
      notes.accept("keys are no longer read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns whether this process is in the foreground, so that its process group is the terminal's.
   * Always true on a system without /proc.
   */
  private static boolean isForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[PROCESS_GROUP].equals(fields[TERMINAL_GROUP]);
    } catch (IOException e) {
      return true;
    }
  }

  /** Reads keys until there are none. */
  public void read(InputStream keys) {
    try {
      for (int key = keys.read(); key != END; key = keys.read()) {
        press((char) key);
      }
    } catch (IOException e) {
      notes.accept("keys are no longer read: " + e.getMessage());
    }
  }

  /** Does what a key means. */
  void press(char key) {
    if (Character.isWhitespace(key)) {
      return;
    }
    List<Lane> lanes = load.lanes();
    try {
      if (lanes.isEmpty()) {
        notes.accept(load.refusal());
      } else {
        press(key, chosen(lanes), lanes);
      }
    } catch (LoadChangeException e) {
      notes.accept(e.getMessage());
    }
  }

  /** Returns the mix that keys change: by its name, as mixes end at different times. */
  private Lane chosen(List<Lane> lanes) {
    return lanes.stream()
        .filter(lane -> lane.mix().equals(mix))
        .findFirst()
        .orElse(lanes.getFirst());
  }

  private void press(char key, Lane now, List<Lane> lanes) throws LoadChangeException {
    switch (key) {
      case '+', '=' -> load.rate(now.mix(), rounded(rate(now) * FASTER));
      case '-' -> load.rate(now.mix(), rounded(rate(now) / FASTER));
      case 'p' -> pause(now);
      case '>' -> load.clients(now.mix(), Math.min(now.allClients(), more(now.clients())));
      case '<' -> load.clients(now.mix(), less(now.clients()));
      case ']' -> weigh(now, MORE);
      case '[' -> weigh(now, 1 / MORE);
      case 'o' -> {
        operation++;
        notes.accept("] and [ change the share of " + operation(now));
      }
      case 'm' -> {
        mix = lanes.get((lanes.indexOf(now) + 1) % lanes.size()).mix();
        notes.accept(lanes.size() == 1 ? "there is one mix" : "keys change mix " + mix);
      }
      case '?' -> {
        notes.accept(HELP);
        notes.accept("now: " + words(now));
      }
      default -> {}
    }
  }

  private static int more(int clients) {
    return Math.max(clients + 1, (int) Math.round(clients * FASTER));
  }

  private static int less(int clients) {
    return Math.max(1, Math.min(clients - 1, (int) Math.round(clients / FASTER)));
  }

  /** A rate of many digits says no more. */
  private static double rounded(double rate) {
    return BigDecimal.valueOf(rate).round(new MathContext(4)).doubleValue();
  }

  private double rate(Lane now) throws LoadChangeException {
    if (now.perSecond().isEmpty()) {
      throw new LoadChangeException(
          "clients send as fast as the store answers; only a run with a rate (target) can change"
              + " it");
    }
    double rate = now.perSecond().getAsDouble();
    if (rate == 0) {
      throw new LoadChangeException(
          before.containsKey(now.mix())
              ? "the rate is 0: press p to resume"
              : "the schedule pauses: keys change its rate again once it has one");
    }
    return rate;
  }

  private void pause(Lane now) throws LoadChangeException {
    double paused = before.getOrDefault(now.mix(), 0.0);
    if (paused > 0 && now.perSecond().orElse(paused) == 0) {
      load.rate(now.mix(), paused);
    } else {
      before.put(now.mix(), rate(now));
      load.rate(now.mix(), 0);
    }
  }

  private OperationType operation(Lane now) {
    List<OperationType> kinds = now.shares().keySet().stream().sorted().toList();
    return kinds.get(operation % kinds.size());
  }

  private void weigh(Lane now, double factor) throws LoadChangeException {
    Map<OperationType, Double> weights = new EnumMap<>(now.shares());
    weights.computeIfPresent(operation(now), (kind, share) -> share * factor);
    load.mix(now.mix(), weights);
  }

  private String words(Lane now) {
    String rate =
        now.perSecond().isPresent()
            ? Quantities.rate(now.perSecond().getAsDouble()) + " requests/s, "
            : "";
    return "%s%s%s of %s clients, ] and [ change the share of %s"
        .formatted(
            now.mix().isEmpty() ? "" : "mix " + now.mix() + ", ",
            rate,
            Quantities.count(now.clients()),
            Quantities.count(now.allClients()),
            operation(now));
  }

  /** Leaves the terminal as it was. The shell has done so if this is in the background. */
  synchronized void close() {
    closed = true;
    if (!restore.isEmpty() && isForeground()) {
      var unused = Terminal.stty(restore);
    }
    restore = "";
  }
}
