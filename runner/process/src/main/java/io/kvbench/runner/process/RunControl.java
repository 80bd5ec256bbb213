package io.kvbench.runner.process;

import io.kvbench.core.engine.LoadChange;
import io.kvbench.core.engine.LoadChangeException;
import io.kvbench.core.engine.StopSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The control of the process of one run: it ends the run early, and changes its load. For any
 * thread.
 */
public final class RunControl {
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final int ID_BYTES = 8;

  private final StopSignal stop;
  private final SecureRandom random = new SecureRandom();
  private @Nullable Process process;
  private @Nullable RunOutput output;

  public RunControl(StopSignal stop) {
    this.stop = stop;
  }

  /** Returns the signal that stops the run as Ctrl-C would. */
  public StopSignal stop() {
    return stop;
  }

  void begin(Process started, RunOutput printed) {
    synchronized (this) {
      process = started;
      output = printed;
    }
  }

  void end() {
    synchronized (this) {
      process = null;
      output = null;
    }
  }

  /** Returns what the run is doing, such as {@code connecting}; empty if it has not reported. */
  public Optional<String> stage() {
    synchronized (this) {
      return Optional.ofNullable(output).flatMap(RunOutput::stage);
    }
  }

  /**
   * Changes the load, and waits until the process confirms it.
   *
   * @return what has changed, in words
   * @throws LoadChangeException with words for the user, if the run refuses the change or is over
   * @throws TimeoutException if the process has not answered in time: the change may still be made
   */
  public String change(LoadChange change)
      throws LoadChangeException, TimeoutException, InterruptedException {
    Process to;
    RunOutput printed;
    synchronized (this) {
      to = process;
      printed = output;
    }
    if (to == null || printed == null) {
      throw new LoadChangeException("the process of the run has not started, or has ended");
    }
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    LoadChangeLine order = new LoadChangeLine(HexFormat.of().formatHex(id), change);
    long from = printed.size();
    send(to, order);
    return answer(to, order, printed, from);
  }

  /**
   * A line is shorter than the atomic write of any pipe, so it arrives as a whole or not at all.
   */
  private static void send(Process to, LoadChangeLine order) throws LoadChangeException {
    try {
      to.getOutputStream().write((order.line() + "\n").getBytes(StandardCharsets.US_ASCII));
      to.getOutputStream().flush();
    } catch (IOException e) {
      throw ended();
    }
  }

  private static LoadChangeException ended() {
    return new LoadChangeException("the process of the run has ended");
  }

  private static String answer(Process from, LoadChangeLine order, RunOutput printed, long position)
      throws LoadChangeException, TimeoutException, InterruptedException {
    for (long left = ANSWER.dividedBy(LOOK); left > 0; left--) {
      boolean alive = from.isAlive();
      for (String line : printed.linesFrom(position)) {
        if (line.startsWith(order.done())) {
          return line.substring(order.done().length());
        }
        if (line.startsWith(order.refused())) {
          throw new LoadChangeException(line.substring(order.refused().length()));
        }
      }
      if (!alive) {
        throw ended();
      }
      Thread.sleep(LOOK);
    }
    throw new TimeoutException(
        "the run has not answered within " + ANSWER.toSeconds() + " s; it may still change");
  }
}
