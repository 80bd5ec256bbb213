package io.kvbench.runner.calibrate;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.reports.content.TimesHistogram;
import io.kvbench.reports.text.Page;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.TimeResult;
import io.kvbench.runner.calibrate.Calibration.Loop;
import io.kvbench.runner.calibrate.Calibration.Machine;
import io.kvbench.runner.calibrate.Calibration.OfAgents;
import io.kvbench.runner.calibrate.Calibration.OpenLoop;

/** The text form of a calibration, on one screen: figures, a diagram of the lag, conclusions. */
public final class CalibrationText {
  private static final int LINES = 8;

  private final Calibration calibration;
  private final Page page;

  private CalibrationText(Calibration calibration, TextStyle style) {
    this.calibration = calibration;
    page = new Page(style);
  }

  /** Returns the text, each line ended by {@code \n}. */
  public static String of(Calibration calibration, TextStyle style) {
    CalibrationText text = new CalibrationText(calibration, style);
    text.figures();
    text.lag();
    text.meaning();
    return text.page.toString();
  }

  private void figures() {
    Machine machine = calibration.machine();
    page.title(
        "kvbench on this machine",
        "%s, %s, %s, %s"
            .formatted(
                machine.javaVersion(),
                machine.operatingSystem(),
                Quantities.count(machine.processors(), "processor"),
                Quantities.bytes(machine.memoryBytes())));
    page.field("Clock", "reading it takes " + nanos(calibration.clock().readNanos()));
    TimeHistogram parking = calibration.parking();
    page.field(
        "Timers",
        "sleeping clients wake up %s late at p50, %s at p99"
            .formatted(
                Conclusions.micros(parking.percentileNanos(50)),
                Conclusions.micros(parking.percentileNanos(99))));
    page.field("Closed loop", loop(calibration.one()));
    page.field("", loop(calibration.many()));
    page.field("Hand-over", loop(calibration.handoverOne()));
    page.field("", loop(calibration.handoverMany()));
    page.field(
        "Allocation",
        "%s per operation: %s in the engine, %s for the request"
            .formatted(
                bytes(calibration.one().bytesPerOperation()),
                bytes(calibration.engineBytes()),
                bytes(calibration.requestBytes())));
    OpenLoop open = calibration.openLoop();
    page.field(
        "Open loop",
        "%s: %s/s offered, %s/s achieved, with %s of one core"
            .formatted(
                Quantities.count(open.clients(), "client"),
                Quantities.rate(open.offeredPerSecond()),
                Quantities.rate(open.measured().perSecond()),
                Quantities.percent(open.shareOfCore(), 1)));
    calibration.agents().ifPresent(this::agents);
  }

  private void agents(OfAgents agents) {
    page.field("Agents", "1 process, " + loop(agents.one()));
    page.field(
        "",
        "%s, %s: %s times the rate"
            .formatted(
                Quantities.count(agents.count(), "agent"),
                loop(agents.all()),
                Quantities.fixed(agents.gain(), 2)));
  }

  private static String loop(Loop loop) {
    return "%s: %s ops/s, %s of CPU each, one every %s"
        .formatted(
            Quantities.count(loop.clients(), "client"),
            Quantities.rate(loop.perSecond()),
            nanos(loop.cpuNanosPerOperation()),
            nanos(loop.nanosPerOperation()));
  }

  private void lag() {
    TimeHistogram lag = calibration.openLoop().lag();
    if (lag.count() == 0) {
      return;
    }
    page.chart(
        TimesHistogram.of(
            "lag",
            "Lag",
            "of the open loop: p50 %s, p99 %s, p99.9 %s, max %s"
                .formatted(
                    Conclusions.micros(lag.percentileNanos(50)),
                    Conclusions.micros(lag.percentileNanos(99)),
                    Conclusions.micros(lag.percentileNanos(99.9)),
                    Conclusions.micros(lag.maxNanos())),
            TimeResult.of(lag),
            LINES));
  }

  private void meaning() {
    page.blank();
    page.title("Conclusions", "for runs on this machine");
    new Conclusions(calibration).list().forEach(page::item);
  }

  private static String nanos(double nanos) {
    return Quantities.duration(Math.round(nanos));
  }

  private static String bytes(double bytes) {
    return Quantities.fixed(bytes, 0) + " B";
  }
}
