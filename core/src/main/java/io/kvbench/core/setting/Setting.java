package io.kvbench.core.setting;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The declaration of a setting: its name, accepted values, default and description.
 *
 * @param name the name in workload files and after {@code -p}
 * @param aliases synonyms
 * @param description one sentence for the user
 * @param form the form of its values
 * @param defaultText the text used if the setting is absent; empty if an absent setting has no
 *     value
 * @param secret whether the value must not be shown
 * @param affects the effect of a different value; empty until {@code affecting} declares it
 * @param decides the fact that includes the value; empty if runs are compared by the value
 * @param remote whether programs on other machines may set the value. A setting of a closed form,
 *     such as a number or a choice, is remote unless it declares otherwise; any other is not unless
 *     it declares that no value names a file, a command or a secret of this machine
 */
public record Setting<T>(
    String name,
    List<String> aliases,
    String description,
    ValueForm<T> form,
    Optional<String> defaultText,
    boolean secret,
    Optional<Affects> affects,
    Optional<Fact> decides,
    boolean remote) {

  private static final List<String> SWITCH = List.of("true", "false");

  /** A setting with a form of its own, without a default. */
  public static <T> Setting<T> of(
      String name, String description, String accepts, Function<String, T> parser) {
    return of(name, description, new ValueForm<>(accepts, parser));
  }

  private static <T> Setting<T> of(String name, String description, ValueForm<T> form) {
    return new Setting<>(
        name,
        List.of(),
        description,
        form,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /** Returns the form of a valid text, for messages and help. */
  public String accepts() {
    return form.accepts();
  }

  /** Returns the texts that a choice accepts; empty for a setting of another form. */
  public List<String> choices() {
    return form.choices();
  }

  /**
   * Returns the parser of a trimmed text, which throws {@link IllegalArgumentException} for an
   * invalid one.
   */
  public Function<String, T> parser() {
    return form.parser();
  }

  /** A setting that accepts any text. */
  public static Setting<String> text(String name, String description) {
    return of(name, description, "text", Function.identity());
  }

  /** Texts separated by commas; at least one. */
  public static Setting<List<String>> list(String name, String description) {
    return of(name, description, "a comma-separated list", Setting::parseList);
  }

  /** A setting of a closed form, whose values are safe even from another machine. */
  private static <T> Setting<T> closed(
      String name, String description, String accepts, Function<String, T> parser) {
    return of(name, description, accepts, parser).forRemote();
  }

  /** A setting that is {@code true} or {@code false}. */
  public static Setting<Boolean> bool(String name, String description) {
    return of(
            name,
            description,
            new ValueForm<>(String.join(" or ", SWITCH), SWITCH, Setting::parseBoolean))
        .forRemote();
  }

  /**
   * A whole number from {@code min} to {@code max}, as in {@code 10000}, {@code 10_000}, {@code
   * 10k}, {@code 1.5M} or {@code 1e6}.
   */
  public static Setting<Long> number(String name, long min, long max, String description) {
    String accepts =
        max == Long.MAX_VALUE
            ? "an integer of at least " + min
            : "an integer from " + min + " to " + max;
    return closed(name, description, accepts, text -> parseLong(text, min, max));
  }

  /** A whole number that fits an {@code int}. */
  public static Setting<Integer> integer(String name, int min, int max, String description) {
    return number(name, min, max, description).map(Math::toIntExact);
  }

  /** Whole numbers that fit an {@code int}, separated by commas; at least one. */
  public static Setting<List<Integer>> integers(String name, int min, int max, String description) {
    return closed(
        name,
        description,
        "comma-separated integers from " + min + " to " + max,
        text ->
            parseList(text).stream()
                .map(part -> Math.toIntExact(parseLong(part, min, max)))
                .toList());
  }

  /** A decimal number from {@code min} to {@code max}. */
  public static Setting<Double> decimal(String name, double min, double max, String description) {
    String accepts =
        max == Double.MAX_VALUE
            ? "a number of at least " + min
            : "a number from " + min + " to " + max;
    return closed(name, description, accepts, text -> parseDouble(text, min, max));
  }

  /** A share of a whole, in per cent or from 0 to 1; its value is from 0 to 1. */
  public static Setting<Double> share(String name, String description) {
    return closed(
        name,
        description,
        "a percentage or a fraction from 0 to 1, as in 98% or 0.98",
        Shares::parse);
  }

  /**
   * A duration: a number with its unit, as in {@code 250us}, {@code 5ms}, {@code 30s}, {@code 2m}
   * or {@code 1h}.
   */
  public static Setting<Duration> duration(String name, String description) {
    return closed(
        name,
        description,
        "a duration with a unit (ns, us, ms, s, m or h), as in 5ms or 30s",
        Durations::parse);
  }

  /** A duration: a whole number of seconds, or a number with its unit, as in {@code 5m}. */
  public static Setting<Duration> seconds(String name, long max, String description) {
    return closed(
        name,
        description,
        "a number of seconds from 0 to " + max + ", or a duration with a unit, as in 90s or 5m",
        text -> atMost(Duration.ofSeconds(max), Durations.parse(secondsIfBare(text))));
  }

  private static String secondsIfBare(String text) {
    return text.matches("\\d[\\d_]*") ? text.replace("_", "") + "s" : text;
  }

  private static Duration atMost(Duration longest, Duration given) {
    if (given.compareTo(longest) > 0) {
      throw new IllegalArgumentException(given.toString());
    }
    return given;
  }

  /**
   * A duration of at least {@code shortest}, or {@code off}, which is an empty value.
   *
   * @param shortest as a user writes it, as in {@code 100ms}
   */
  public static Setting<Optional<Duration>> durationOrOff(
      String name, String shortest, String description) {
    Duration least = Durations.parse(shortest);
    return closed(
        name,
        description,
        "off, or a duration of at least " + shortest + ", as in 5s",
        text -> text.equals("off") ? Optional.empty() : Optional.of(atLeast(least, text)));
  }

  /** One of an enum's constants, written in lower case. */
  public static <E extends Enum<E>> Setting<E> choice(
      String name, Class<E> type, String description) {
    List<String> choices =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList();
    return of(
            name,
            description,
            new ValueForm<>(
                "one of " + String.join(", ", choices),
                choices,
                text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT))))
        .forRemote();
  }

  /** Returns this setting with a default, which must be a valid text. */
  public Setting<T> withDefault(String text) {
    return new Setting<>(
        name, aliases, description, form, Optional.of(text), secret, affects, decides, remote);
  }

  public Setting<T> withAliases(String... names) {
    return new Setting<>(
        name, List.of(names), description, form, defaultText, secret, affects, decides, remote);
  }

  /** Returns this setting under names that begin with {@code prefix}, without its default. */
  public Setting<T> prefixed(String prefix) {
    return new Setting<>(
        prefix + name,
        aliases.stream().map(alias -> prefix + alias).toList(),
        description,
        form,
        Optional.empty(),
        secret,
        affects,
        decides,
        remote);
  }

  /** Returns this setting as a secret, whose value is never shown. */
  public Setting<T> asSecret() {
    return new Setting<>(
        name, aliases, description, form, defaultText, true, affects, decides, false);
  }

  /** Returns this setting with its effect. Every setting needs one of its own or of its list. */
  public Setting<T> affecting(Affects what) {
    return new Setting<>(
        name, aliases, description, form, defaultText, secret, Optional.of(what), decides, remote);
  }

  /** Returns this setting with the fact that includes its value. */
  public Setting<T> deciding(Fact fact) {
    return new Setting<>(
        name, aliases, description, form, defaultText, secret, affects, Optional.of(fact), remote);
  }

  /** Returns this setting with access for programs on other machines: no value can do harm here. */
  public Setting<T> forRemote() {
    return withRemote(true);
  }

  /** Returns this setting without access for other machines, although its form is closed. */
  public Setting<T> forThisMachine() {
    return withRemote(false);
  }

  private Setting<T> withRemote(boolean allowed) {
    return new Setting<>(
        name, aliases, description, form, defaultText, secret, affects, decides, allowed);
  }

  /** Returns these settings; those without an effect of their own affect {@code what}. */
  public static List<Setting<?>> affecting(Affects what, List<Setting<?>> settings) {
    return settings.stream()
        .<Setting<?>>map(each -> each.affects().isPresent() ? each : each.affecting(what))
        .toList();
  }

  private <R> Setting<R> map(Function<T, R> mapper) {
    return new Setting<>(
        name,
        aliases,
        description,
        form.map(mapper),
        defaultText,
        secret,
        affects,
        decides,
        remote);
  }

  private static Duration atLeast(Duration least, String text) {
    Duration value = Durations.parse(text);
    if (value.compareTo(least) < 0) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  private static Boolean parseBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static List<String> parseList(String text) {
    List<String> parts =
        Pattern.compile(",")
            .splitAsStream(text)
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .toList();
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(text);
    }
    return parts;
  }

  private static long parseLong(String text, long min, long max) {
    long number = Numbers.whole(text);
    if (number < min || number > max) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  private static double parseDouble(String text, double min, double max) {
    double number = Numbers.decimal(text);
    if (!(number >= min && number <= max)) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }
}
