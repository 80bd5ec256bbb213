package io.kvbench.runner.app;

import io.kvbench.core.engine.LoadChangeException;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.table.Quantities;
import io.kvbench.runner.run.LiveLoad;
import io.kvbench.runner.run.LiveLoad.Lane;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Changes the load of a run by keys ({@code --keys}). Where the terminal can be told to, each key
 * counts at once; otherwise after Enter. The keys are read by a thread of its own.
 */
final class LoadKeys {
  static final String HELP =
      "keys: + - rate, p pause, > < clients, o next operation, ] [ its share, m next mix, ? this";

  private static final double FASTER = 1.1;
  private static final double MORE = 1.25;
  private static final int END = -1;

  private final LiveLoad load;
  private final Consumer<String> notes;
  private String restore = "";
  private int lane;
  private int operation;

  /** The rate before a pause; 0 without one. */
  private double before;

  /**
   * Prepares for keys.
   *
   * @param notes told what came of a key, if that is no change
   */
  LoadKeys(LiveLoad load, Consumer<String> notes) {
    this.load = load;
    this.notes = notes;
  }

  /** Begins to read keys from a terminal. */
  static LoadKeys open(LiveLoad load, Consumer<String> notes) {
    LoadKeys keys = new LoadKeys(load, notes);
    keys.restore = stty("-g");
    if (!keys.restore.isEmpty()) {
      // Signals stay as they are: Ctrl-C ends the run.
      stty("-icanon", "-echo", "min", "1");
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(keys::close));
    }
    notes.accept(HELP + (keys.restore.isEmpty() ? "; press Enter after each" : ""));
    Thread.ofPlatform().daemon().name("keys").start(() -> keys.read(System.in));
    return keys;
  }

  /** Reads keys until there are none. */
  void read(InputStream keys) {
    try {
      for (int key = keys.read(); key != END; key = keys.read()) {
        press((char) key);
      }
    } catch (IOException e) {
      notes.accept("keys are not read any more: " + e.getMessage());
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
        lane %= lanes.size();
        press(key, lanes.get(lane), lanes.size());
      }
    } catch (LoadChangeException e) {
      notes.accept(e.getMessage());
    }
  }

  private void press(char key, Lane now, int lanes) throws LoadChangeException {
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
        lane = (lane + 1) % lanes;
        notes.accept(
            lanes == 1 ? "there is one mix" : "keys change mix " + load.lanes().get(lane).mix());
      }
      case '?' -> notes.accept(HELP + "; now: " + words(now));
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

  private static double rate(Lane now) throws LoadChangeException {
    if (now.perSecond().isEmpty()) {
      throw new LoadChangeException(
          "clients send as fast as the store answers; only a run with a rate (target) can change"
              + " it");
    }
    double rate = now.perSecond().getAsDouble();
    if (rate == 0) {
      throw new LoadChangeException("the rate is 0: press p to resume");
    }
    return rate;
  }

  private void pause(Lane now) throws LoadChangeException {
    OptionalDouble rate = now.perSecond();
    if (rate.isPresent() && rate.getAsDouble() == 0 && before > 0) {
      load.rate(now.mix(), before);
    } else {
      before = rate(now);
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

  /** Leaves the terminal as it was. */
  synchronized void close() {
    if (!restore.isEmpty()) {
      stty(restore);
      restore = "";
    }
  }

  /** Java cannot ask for single keys; returns what was said, empty if it does not work. */
  private static String stty(String... arguments) {
    try {
      List<String> command = new ArrayList<>(List.of("stty"));
      command.addAll(List.of(arguments));
      Process stty = new ProcessBuilder(command).redirectInput(new File("/dev/tty")).start();
      String said =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0 ? said : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
