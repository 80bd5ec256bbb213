package io.kvbench.runner.app.terminal;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.server.Signals;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.Percentile;
import io.kvbench.runner.process.StageLine;
import io.kvbench.runner.run.RunListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The progress output of a run: one line that is overwritten on a terminal, periodic lines
 * elsewhere.
 */
public final class Progress implements RunListener {
  private static final int BAR = 20;

  /** The first one of which a line has enough operations is shown. */
  private static final List<Percentile> SHOWN =
      List.of(Percentile.P99, Percentile.P90, Percentile.P50);

  private final Terminal terminal;
  private final ProgressLine line;
  private final FilePermissions permissions;
  private final boolean bar;
  private final long lineNanos;
  private volatile int width;

  private Snapshot sinceLine = Snapshot.empty();
  private long nanosSinceLine;
  private long waitingLineAt;
  private boolean waits;

  /**
   * Creates a display.
   *
   * @param bar whether lines may be written over
   * @param lineSeconds how often to write a line where they may not
   * @param permissions those of the log
   */
  public Progress(Terminal terminal, boolean bar, int lineSeconds, FilePermissions permissions) {
    this.permissions = permissions;
    this.terminal = terminal;
    line = new ProgressLine(terminal);
    this.bar = bar;
    // Intervals are a little shorter or longer than a second.
    lineNanos = (lineSeconds - 1) * 1_000_000_000L + IntervalRate.FULL_NANOS;
    width = terminal.width();
    if (bar) {
      Signals.handle("WINCH", () -> width = terminal.width());
    }
  }

  @Override
  public void directoryCreated(Path directory) {
    ClientLog.into(directory.resolve(ResultDirectory.LOGS).resolve("client.log"), permissions);
  }

  @Override
  public void stage(String what) {
    show(StageLine.of(what));
  }

  @Override
  public void note(String note) {
    line("note: " + note);
  }

  @Override
  public void phaseStarted(PhasePlan phase) {
    sinceLine = Snapshot.empty();
    nanosSinceLine = 0;
    waitingLineAt = 0;
    waits = false;
    if (phase.name() != PhaseName.PROBE) {
      stage(phase.step().isPresent() ? name(phase) : phase.title());
    }
  }

  @Override
  public void waiting(String what, long done, long all, long nanos) {
    waits = true;
    if (bar || nanos - waitingLineAt >= lineNanos || nanos < waitingLineAt) {
      waitingLineAt = nanos;
      show(steps(what, done, all, (double) done / all, nanos));
    }
  }

  @Override
  public void interval(PhasePlan phase, Interval interval) {
    if (waits && interval.requests() == 0) {
      return; // The line about the awaited activity says more.
    }
    sinceLine = sinceLine.plus(interval.recorded());
    nanosSinceLine += interval.wallNanos();
    if (bar) {
      overwrite(describe(phase, interval));
    } else if (nanosSinceLine >= lineNanos) {
      line(describe(phase, interval));
    } else {
      return;
    }
    sinceLine = Snapshot.empty();
    nanosSinceLine = 0;
  }

  @Override
  public void recordsRead(PhasePlan reads, Interval interval) {
    nanosSinceLine += interval.wallNanos();
    if (bar || nanosSinceLine >= lineNanos) {
      nanosSinceLine = 0;
      long elapsed = interval.phaseNanos() + interval.wallNanos();
      long read = interval.requests();
      double done = share(reads, read, elapsed);
      show(steps("reading records back", read, reads.requests(), done, elapsed));
    }
  }

  private static String steps(String what, long count, long all, double share, long elapsed) {
    String steps =
        "%s  %s of %s  %s/s"
            .formatted(
                what,
                Quantities.count(count),
                Quantities.count(all),
                Quantities.rate(count * 1e9 / elapsed));
    return share > 0
        ? steps + "  " + Quantities.elapsed((long) (elapsed / share * (1 - share))) + " left"
        : steps;
  }

  private void show(String text) {
    if (bar) {
      overwrite(text);
    } else {
      line(text);
    }
  }

  /** Leaves the terminal as it was found. */
  public void finished() {
    line.finished();
  }

  private String describe(PhasePlan phase, Interval interval) {
    return bar ? fitting(phase, interval) : describe(phase, interval, 0, true);
  }

  /**
   * The time left is at the end and may not be cut off: the bar and the number of requests give way
   * to it.
   */
  private String fitting(PhasePlan phase, Interval interval) {
    String full = describe(phase, interval, BAR, true);
    if (full.length() < width) {
      return full;
    }
    String shorter = describe(phase, interval, BAR / 2, false);
    return shorter.length() < width ? shorter : describe(phase, interval, 0, false);
  }

  private String describe(PhasePlan phase, Interval interval, int barLength, boolean withRequests) {
    long elapsed = interval.phaseNanos() + interval.wallNanos();
    double done = share(phase, interval.requests(), elapsed);
    List<String> parts = new ArrayList<>();
    parts.add(name(phase) + (barLength > 0 ? " " + bar(done, barLength) : ""));
    parts.add(String.format(Locale.ROOT, "%3.0f %%", done * 100));
    if (withRequests) {
      parts.add(Quantities.count(interval.requests()) + " requests");
    }
    IntervalRate.perSecond(sinceLine.okCount(), nanosSinceLine)
        .ifPresent(rate -> parts.add(Quantities.rate(rate) + " OK/s"));
    SHOWN.stream()
        .filter(percentile -> percentile.isKnown(sinceLine.okCount()))
        .findFirst()
        .ifPresent(
            percentile ->
                parts.add(
                    percentile.title()
                        + " "
                        + Quantities.duration(percentile.nanos(sinceLine.okResponse()))));
    long notOk = sinceLine.count() - sinceLine.okCount();
    if (notOk > 0) {
      parts.add(Quantities.count(notOk) + " not OK");
    }
    if (done > 0 && done < 1) {
      parts.add(left(phase, interval, (long) (elapsed / done * (1 - done))));
    }
    String line = String.join("  ", parts);
    return terminal.isUnicode() ? line : line.replace("\u00b5", "u");
  }

  /** The last answers may take longer than their share of the requests says. */
  private static String left(PhasePlan phase, Interval interval, long nanos) {
    long requests = phase.requests() - interval.requests();
    return requests <= interval.clients()
        ? "last " + Quantities.count(requests) + " pending"
        : Quantities.elapsed(nanos) + " left" + ofStep(phase);
  }

  private static String name(PhasePlan phase) {
    if (phase.name() == PhaseName.PROBE) {
      return phase.title();
    }
    String clients = Quantities.count(phase.clients(), "client");
    return phase.name()
        + phase
            .step()
            .map(step -> " %s/%s, %s".formatted(step.index(), step.of(), clients))
            .orElse("");
  }

  /** The duration of later steps is unknown, since they have other numbers of clients. */
  private static String ofStep(PhasePlan phase) {
    return phase.step().filter(step -> step.index() < step.of()).isPresent() ? " in step" : "";
  }

  private static double share(PhasePlan phase, long requests, long elapsed) {
    double byCount =
        phase.requests() == PhasePlan.UNLIMITED ? 0 : (double) requests / phase.requests();
    double byTime = phase.duration().map(time -> (double) elapsed / time.toNanos()).orElse(0.0);
    return Math.clamp(Math.max(byCount, byTime), 0, 1);
  }

  private String bar(double done, int length) {
    int full = (int) Math.round(done * length);
    boolean unicode = terminal.isUnicode();
    return (unicode ? "█" : "#").repeat(full) + (unicode ? "░" : ".").repeat(length - full);
  }

  private void overwrite(String text) {
    line.overwrite(text, width);
  }

  /** Writes a line that stays. */
  public void line(String text) {
    line.println(text);
  }
}
