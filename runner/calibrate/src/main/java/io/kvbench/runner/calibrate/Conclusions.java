package io.kvbench.runner.calibrate;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.calibrate.Calibration.Machine;
import io.kvbench.runner.calibrate.Calibration.OpenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The conclusions from a calibration's figures for runs on the same machine, as sentences. */
record Conclusions(Calibration calibration) {
  /** A tenth of a figure is usually considered a difference. */
  private static final int RESOLVED = 10;

  private static final double ACHIEVED = 0.99;

  /** Half of the requests later than this are a backlog; a stall delays only few. */
  private static final long BACKLOG_NANOS = 1_000_000;

  private static final double BUSY = 0.5;

  List<String> list() {
    List<String> list = new ArrayList<>();
    addUnrest(list);
    if (calibration.occasion().quick()) {
      list.add(
          "This was a quick calibration; its figures are rough, those of the open loop most of"
              + " all.");
    }
    OpenLoop open = calibration.openLoop();
    list.add(
        ("In a closed loop, where clients never sleep if the store does nothing, one core drives at"
                + " most about %s operations/s.")
            .formatted(about(calibration.many().perSecondAndCore())));
    if (open.measured().operations() > 0) {
      addOpenLoop(open, list);
    }
    list.add(
        ("If another thread receives the answer, as in every asynchronous client library, handing"
                    + " it over and waking the client cost another %s of CPU, so that one core drives"
                    + " about %s")
                .formatted(
                    nanos(calibration.handoverCpuNanos()),
                    about(calibration.handoverMany().perSecondAndCore()))
            + " operations/s. Response and service times exclude this cost: they end when the"
            + " answer arrives.");
    list.add(
        "Times have a resolution of a microsecond, and %s of each is due to the clock."
            .formatted(nanos(calibration.clock().readNanos())));
    return list;
  }

  private void addUnrest(List<String> list) {
    Machine machine = calibration.machine();
    if (machine.loadAverage() > BUSY * machine.processors()) {
      list.add(
          String.format(
              Locale.ROOT,
              "This machine was busy when the calibration started (load average %.1f on %s), so"
                  + " these figures are worse than necessary. Calibrate again when it is idle.",
              machine.loadAverage(),
              Quantities.count(machine.processors(), "processor")));
    }
  }

  private static void addOpenLoop(OpenLoop open, List<String> list) {
    list.add(
        "In an open loop a client sleeps and wakes up for every request. That costs %s of CPU each"
                .formatted(nanos(open.measured().cpuNanosPerOperation()))
            + " here, %s of one core at %s/s."
                .formatted(
                    Quantities.percent(open.shareOfCore(), 1),
                    Quantities.rate(open.measured().perSecond())));
    list.add(isBacklog(open) ? backlog(open) : lag(open.lag()));
  }

  private static boolean isBacklog(OpenLoop open) {
    return open.measured().perSecond() < ACHIEVED * open.offeredPerSecond()
        && open.lag().percentileNanos(50) > BACKLOG_NANOS;
  }

  private static String backlog(OpenLoop open) {
    return "%s/s with %s is more than this machine can send: it achieved %s/s, and the lag above is"
            .formatted(
                Quantities.rate(open.offeredPerSecond()),
                Quantities.count(open.clients(), "client"),
                Quantities.rate(open.measured().perSecond()))
        + " due to the backlog. Try a lower --rate.";
  }

  private static String lag(TimeHistogram lag) {
    long hundredth = lag.percentileNanos(99);
    return "The p99 lag is %s, the p99.9 lag %s."
            .formatted(micros(hundredth), micros(lag.percentileNanos(99.9)))
        + " Response times include lag, service times do not: of a response p99 below about "
        + micros(RESOLVED * hundredth)
        + ", a tenth or more may be due to this machine.";
  }

  private static String nanos(double nanos) {
    return Quantities.duration(Math.round(nanos));
  }

  /** Two digits: the third varies between calibrations. */
  private static String about(double perSecond) {
    if (perSecond >= 999_500) {
      return Quantities.fixed(perSecond / 1e6, 1) + " million";
    }
    double digit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, perSecond))) - 1));
    return Quantities.count(Math.round(Math.round(perSecond / digit) * digit));
  }

  /** To the microsecond, as histograms keep them. */
  static String micros(long nanos) {
    return Quantities.micros(Math.round(nanos / 1e3));
  }
}
