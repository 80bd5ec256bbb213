package io.kvbench.results.directory;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.Slots;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TickText;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Status;
import java.io.IOException;
import java.util.Optional;

/**
 * The JSON forms of types of core.measure that are more than their components: histograms encoded
 * with their counts beside them, which have to match, ticks as their text, statuses by name.
 */
final class MeasureJson {
  private MeasureJson() {}

  /**
   * A histogram.
   *
   * @param histogram as {@link HistogramCodec#encode}; empty for that of nothing
   */
  record Times(String histogram, long count, long overRange) {}

  /**
   * A pair of response and service times. Service times are omitted where they equal the response
   * times.
   */
  record Pair(TimeHistogram response, Optional<TimeHistogram> service) {}

  static Module module() {
    return new SimpleModule("measure")
        .addKeySerializer(Status.class, new StatusName())
        .addKeyDeserializer(Status.class, new StatusOfName())
        .addSerializer(new StdDelegatingSerializer(TimeHistogram.class, new ToTimes()))
        .addDeserializer(TimeHistogram.class, new StdDelegatingDeserializer<>(new FromTimes()))
        .addSerializer(new StdDelegatingSerializer(StatusSnapshot.class, new ToPair()))
        .addDeserializer(StatusSnapshot.class, new StdDelegatingDeserializer<>(new FromPair()))
        .addSerializer(new StdDelegatingSerializer(Ticks.class, new ToText()))
        .addDeserializer(Ticks.class, new StdDelegatingDeserializer<>(new FromText()));
  }

  private static final class StatusName extends JsonSerializer<Status> {
    @Override
    public void serialize(Status status, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeFieldName(status.name());
    }
  }

  private static final class StatusOfName extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
      return Slots.status(key);
    }
  }

  private static final class ToTimes extends StdConverter<TimeHistogram, Times> {
    @Override
    public Times convert(TimeHistogram times) {
      return new Times(
          times.count() == 0 ? "" : HistogramCodec.encode(times), times.count(), times.overRange());
    }
  }

  private static final class FromTimes extends StdConverter<Times, TimeHistogram> {
    @Override
    public TimeHistogram convert(Times times) {
      TimeHistogram decoded =
          times.histogram.isEmpty()
              ? TimeHistogram.empty()
              : HistogramCodec.decodeExactly(times.histogram, times.overRange);
      if (decoded.count() != times.count || times.overRange > times.count) {
        throw new IllegalArgumentException(
            "a histogram of %d times, not of %d with %d over range"
                .formatted(decoded.count(), times.count, times.overRange));
      }
      return decoded;
    }
  }

  private static final class ToPair extends StdConverter<StatusSnapshot, Pair> {
    @Override
    public Pair convert(StatusSnapshot times) {
      boolean same = times.response() == times.service();
      return new Pair(times.response(), same ? Optional.empty() : Optional.of(times.service()));
    }
  }

  private static final class FromPair extends StdConverter<Pair, StatusSnapshot> {
    @Override
    public StatusSnapshot convert(Pair pair) {
      TimeHistogram service = pair.service.orElse(pair.response);
      if (service.count() != pair.response.count()) {
        throw new IllegalArgumentException(
            "%d response times and %d service times of the same operations"
                .formatted(pair.response.count(), service.count()));
      }
      return new StatusSnapshot(pair.response, service);
    }
  }

  private static final class ToText extends StdConverter<Ticks, String> {
    @Override
    public String convert(Ticks ticks) {
      return TickText.encode(ticks);
    }
  }

  private static final class FromText extends StdConverter<String, Ticks> {
    @Override
    public Ticks convert(String text) {
      return TickText.decode(text);
    }
  }
}
