package io.kvbench.results.directory;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.results.format.ClientCondition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * A compact, lossless binary encoding of the measurements of a part of a run: JSON as in {@code
 * result.json}, deflated. Both sides must have the same version of kvbench. Bytes may come from
 * another machine, so the reader bounds the memory that they take, and rejects everything that the
 * writer does not write: unknown fields, nulls, negative counts, histograms of other shapes or
 * counts, ticks far from their interval. Messages about them name the sender.
 */
public final class MeasurementCodec {
  /** Far more than an interval takes. */
  static final int LONGEST_INTERVAL = 1 << 24;

  /** Enough for half a million clients in one part. */
  static final int LONGEST_MEASUREMENT = 1 << 26;

  private static final String SCHEMA = "kvbench-part/1";

  /** Operations are recorded in the interval in which they ended, or soon after. */
  private static final long TICKS_AROUND_NANOS = 60_000_000_000L;

  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private record IntervalDocument(String schema, Interval interval) {}

  private record MeasurementDocument(String schema, PhaseMeasurement measurement) {}

  private record ConditionDocument(String schema, ClientCondition condition) {}

  private MeasurementCodec() {}

  /** Returns the bytes of an interval; about 11 KiB for a million times of one operation. */
  public static byte[] encode(Interval interval) {
    return deflated(new IntervalDocument(SCHEMA, interval));
  }

  public static byte[] encode(PhaseMeasurement measurement) {
    return deflated(new MeasurementDocument(SCHEMA, measurement));
  }

  public static byte[] encode(ClientCondition condition) {
    return deflated(new ConditionDocument(SCHEMA, condition));
  }

  public static ClientCondition condition(byte[] bytes, String sender)
      throws ResultFormatException {
    String name = "the condition of " + sender;
    return read(bytes, LONGEST_INTERVAL, name, sender, ConditionDocument.class).condition;
  }

  public static Interval interval(byte[] bytes, String sender) throws ResultFormatException {
    String name = "an interval from " + sender;
    Interval interval =
        read(bytes, LONGEST_INTERVAL, name, sender, IntervalDocument.class).interval;
    checkStart(interval.startedAt(), name, sender);
    long from = interval.phaseNanos() - TICKS_AROUND_NANOS;
    if (!interval.ticks().areWithin(from, interval.endNanos() + TICKS_AROUND_NANOS)) {
      throw damaged(name, "its ticks are far from it", sender);
    }
    return interval;
  }

  public static PhaseMeasurement measurement(byte[] bytes, String sender)
      throws ResultFormatException {
    String name = "the measurement from " + sender;
    PhaseMeasurement measurement =
        read(bytes, LONGEST_MEASUREMENT, name, sender, MeasurementDocument.class).measurement;
    checkStart(measurement.startedAt(), name, sender);
    return measurement;
  }

  /** The nanoseconds between any two starts fit into a number. */
  private static void checkStart(Instant start, String name, String sender)
      throws ResultFormatException {
    if (start.isBefore(EARLIEST) || start.isAfter(LATEST)) {
      throw damaged(name, "it started at " + start, sender);
    }
  }

  private static <T> T read(byte[] bytes, int limit, String name, String sender, Class<T> type)
      throws ResultFormatException {
    return new DocumentReader(name, SCHEMA, advice(sender))
        .readExactly(inflated(bytes, limit, name, sender), type);
  }

  private static byte[] deflated(Object document) {
    Deflater deflater = new Deflater();
    try {
      byte[] json = JsonDocument.bytes(document);
      deflater.setInput(json);
      deflater.finish();
      byte[] bytes = new byte[json.length + 64 + json.length / 1000];
      return Arrays.copyOf(bytes, deflater.deflate(bytes));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("a measurement that is not JSON", e);
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflated(byte[] bytes, int limit, String name, String sender)
      throws ResultFormatException {
    Inflater inflater = new Inflater();
    try (InputStream in =
        new InflaterInputStream(new ByteArrayInputStream(bytes), inflater, 1 << 13)) {
      byte[] json = in.readNBytes(limit + 1);
      if (json.length > limit) {
        throw damaged(name, "it is of more than " + limit + " bytes", sender);
      }
      if (inflater.getBytesRead() != bytes.length) {
        throw damaged(name, "more follows its end", sender);
      }
      return json;
    } catch (IOException e) {
      throw new ResultFormatException(
          name + " is damaged: it was not deflated, or it was cut off. " + advice(sender), e);
    } finally {
      inflater.end();
    }
  }

  private static ResultFormatException damaged(String name, String problem, String sender) {
    return new ResultFormatException(name + " is damaged: " + problem + ". " + advice(sender));
  }

  private static String advice(String sender) {
    return "Make sure that " + sender + " is of this version of kvbench, and repeat the run.";
  }
}
