package io.kvbench.core.workload.setting;

import io.kvbench.core.operation.Key;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.util.List;

/** The settings of runs that replay a trace. */
public final class TraceSettings {
  static final int MOST_IN_FLIGHT = 100_000;

  /** The mapping of recorded keys to keys in the store. */
  public enum Keys {
    /** The recorded keys. */
    VERBATIM,
    /** With slashes, percent signs and all that is not printable ASCII as %XX. */
    ESCAPED;

    private static final int PRINTABLE_FROM = 0x21;
    private static final int PRINTABLE_TO = 0x7E;

    /** Returns the key in the store for a recorded one. */
    public Key of(Key recorded) {
      return switch (this) {
        case VERBATIM -> recorded;
        case ESCAPED -> escaped(recorded.toString());
      };
    }

    private static Key escaped(String key) {
      StringBuilder escaped = new StringBuilder(key.length() + 16);
      for (int index = 0; index < key.length(); index++) {
        char character = key.charAt(index);
        if (character < PRINTABLE_FROM
            || character > PRINTABLE_TO
            || character == '/'
            || character == '%') {
          escaped.append("%%%02X".formatted((int) character));
        } else {
          escaped.append(character);
        }
      }
      return Key.of(escaped.toString());
    }
  }

  /** The treatment of operations that the system lacks. */
  public enum Unsupported {
    /** A problem, so there is no plan. */
    REFUSE,
    /** Operations are left out. */
    SKIP
  }

  public static final Setting<String> TRACE =
      Setting.text(
              "trace",
              "Trace file whose operations the run phase sends, instead of a mix; see 'kvbench"
                  + " record'.")
          .deciding(Fact.MIX);
  public static final Setting<Double> TRACE_SPEED =
      Setting.decimal(
              "trace.speed",
              0,
              1_000_000,
              "How much faster than recorded operations are sent: 1 as recorded, 2 in half of the"
                  + " time; 0 as soon as each session's order allows.")
          .withDefault("1")
          .deciding(Fact.LOAD_MODEL);
  public static final Setting<Integer> TRACE_IN_FLIGHT =
      Setting.integer(
              "trace.inflight",
              1,
              MOST_IN_FLIGHT,
              "Max number of operations of one session in flight; a session never has more than it"
                  + " had when it was recorded.")
          .withDefault("256")
          .deciding(Fact.CLIENTS);
  public static final Setting<Keys> TRACE_KEYS =
      Setting.choice(
              "trace.keys",
              Keys.class,
              "Keys in the store: verbatim, or escaped (slashes, percent signs and what is not"
                  + " printable ASCII as %XX) for systems that do not accept all bytes.")
          .withDefault("verbatim");
  public static final Setting<Unsupported> TRACE_UNSUPPORTED =
      Setting.choice(
              "trace.unsupported",
              Unsupported.class,
              "Recorded operations that the system lacks: refuse (no run) or skip (left out, and"
                  + " reported).")
          .withDefault("refuse")
          .deciding(Fact.MIX);

  private TraceSettings() {}

  public static List<Setting<?>> all() {
    return List.of(TRACE, TRACE_SPEED, TRACE_IN_FLIGHT, TRACE_KEYS, TRACE_UNSUPPORTED);
  }
}
