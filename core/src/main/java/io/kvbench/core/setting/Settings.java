package io.kvbench.core.setting;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of declared settings, parsed and checked once. Immutable. */
public final class Settings {

  /**
   * A setting with its value: a secret value is masked; an empty origin means that it is the
   * default.
   */
  public record Entry(Setting<?> setting, String text, Optional<Origin> origin) {}

  private record Resolved(
      Setting<?> setting, String text, @Nullable Object value, Optional<Origin> origin) {}

  /** The max length of a setting's text: no setting needs more, and some take long to parse. */
  private static final int LONGEST_TEXT = 65_536;

  private final Map<String, Resolved> resolved;
  private final Map<String, Origin> refused;

  private Settings(Map<String, Resolved> resolved, Map<String, Origin> refused) {
    this.resolved = resolved;
    this.refused = refused;
  }

  /**
   * Parses assignments of declared settings. Unknown names and invalid texts are added to {@code
   * problems}; the setting then keeps its previous value or its default, so that checking can
   * continue and find more. An empty text unsets a setting that has no default, unless it is a
   * valid value.
   */
  public static Settings resolve(
      Assignments given, Collection<? extends Setting<?>> known, Problems problems) {
    return resolve(given, known, "see the settings in the guide", problems);
  }

  /**
   * Parses assignments in the same way.
   *
   * @param list the end of the message about an unknown name without a similar one: where existing
   *     names are listed
   */
  public static Settings resolve(
      Assignments given, Collection<? extends Setting<?>> known, String list, Problems problems) {
    Map<String, Setting<?>> byName = byName(known);
    Map<String, Resolved> resolved = new HashMap<>();
    Map<String, Origin> refused = new HashMap<>();
    for (Assignments.Assignment assignment : given.list()) {
      Setting<?> setting = byName.get(assignment.name());
      if (setting == null) {
        problems.add(assignment.origin(), () -> unknown(assignment.name(), byName.keySet(), list));
      } else if (unsets(setting, assignment.text())) {
        resolved.remove(setting.name());
      } else {
        parse(setting, assignment, problems)
            .ifPresentOrElse(
                value -> resolved.put(setting.name(), value),
                () -> refused.put(setting.name(), assignment.origin()));
      }
    }
    return new Settings(withDefaults(resolved, known), Map.copyOf(refused));
  }

  /** Returns whether an empty text unsets a setting without a default that rejects it. */
  private static boolean unsets(Setting<?> setting, String text) {
    if (!text.isBlank() || setting.defaultText().isPresent()) {
      return false;
    }
    try {
      Object unused = setting.parser().apply("");
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /** Returns the given and default values, in order of declaration. */
  private static Map<String, Resolved> withDefaults(
      Map<String, Resolved> given, Collection<? extends Setting<?>> known) {
    Map<String, Resolved> all = new LinkedHashMap<>();
    for (Setting<?> setting : known) {
      Resolved value = given.get(setting.name());
      if (value != null) {
        all.put(setting.name(), value);
      } else {
        setting
            .defaultText()
            .ifPresent(
                text ->
                    all.put(
                        setting.name(),
                        new Resolved(
                            setting, text, setting.parser().apply(text), Optional.empty())));
      }
    }
    return all;
  }

  private static Map<String, Setting<?>> byName(Collection<? extends Setting<?>> known) {
    Map<String, Setting<?>> byName = new HashMap<>();
    for (Setting<?> setting : known) {
      byName.put(setting.name(), setting);
      setting.aliases().forEach(alias -> byName.put(alias, setting));
    }
    return byName;
  }

  private static Optional<Resolved> parse(
      Setting<?> setting, Assignments.Assignment assignment, Problems problems) {
    String text = assignment.text().strip();
    if (text.length() > LONGEST_TEXT) {
      problems.add(
          assignment.origin(),
          assignment.name()
              + " has "
              + text.length()
              + " characters; the limit is "
              + LONGEST_TEXT
              + ".");
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Resolved(
              setting, text, setting.parser().apply(text), Optional.of(assignment.origin())));
    } catch (IllegalArgumentException e) {
      String hint =
          e instanceof UnreadableException unreadable ? "; " + unreadable.getMessage() : "";
      problems.add(
          assignment.origin(),
          "invalid value %s=%s; expected %s%s."
              .formatted(
                  assignment.name(), Excerpt.of(shown(setting, text)), setting.accepts(), hint));
      return Optional.empty();
    }
  }

  private static String shown(Setting<?> setting, String text) {
    return setting.secret() ? Secrets.MASK : Secrets.maskFlags(text);
  }

  private static String unknown(String name, Collection<String> names, String list) {
    String message = "unknown property '" + Excerpt.of(name) + "'";
    return PropertyHint.of(name, names)
        .map(nearest -> message + "; did you mean '" + nearest + "'?")
        .orElse(message + "; " + list + ".");
  }

  /**
   * Returns these settings with some of them redeclared, since a system may declare a name that
   * several systems share: given values are parsed again, others become the new defaults.
   *
   * @param problems receives the values that a new declaration rejects
   */
  public Settings redeclared(Collection<? extends Setting<?>> declarations, Problems problems) {
    Map<String, Resolved> changed = new LinkedHashMap<>(resolved);
    for (Setting<?> setting : declarations) {
      Resolved before = resolved.get(setting.name());
      if (before != null && !before.setting().equals(setting)) {
        redeclared(setting, before, problems)
            .ifPresentOrElse(
                value -> changed.put(setting.name(), value), () -> changed.remove(setting.name()));
      }
    }
    return new Settings(changed, refused);
  }

  /**
   * Returns these settings with others that the user did not choose, such as those that follow from
   * started servers.
   *
   * @param known the declarations of their names, which must all exist and accept their texts
   */
  public Settings with(Assignments more, Collection<? extends Setting<?>> known) {
    Map<String, Resolved> changed = new LinkedHashMap<>(resolved);
    Map<String, Setting<?>> byName = byName(known);
    Problems problems = new Problems();
    for (Assignments.Assignment assignment : more.list()) {
      Setting<?> setting = byName.get(assignment.name());
      Optional<Resolved> value =
          setting == null ? Optional.empty() : parse(setting, assignment, problems);
      changed.put(
          assignment.name(),
          value.orElseThrow(() -> new IllegalArgumentException(assignment.name())));
    }
    return new Settings(changed, refused);
  }

  /**
   * Returns these settings with what given properties of other tools stand for, unless that is
   * given, too.
   *
   * @param translations the declarations of these properties, whose values are other properties
   * @param known the declarations of all names
   * @param problems receives the values that these reject
   */
  public Settings translated(
      Collection<Setting<Map<String, String>>> translations,
      Collection<? extends Setting<?>> known,
      Problems problems) {
    Map<String, Resolved> changed = new LinkedHashMap<>(resolved);
    Map<String, Setting<?>> byName = byName(known);
    for (Setting<Map<String, String>> translation : translations) {
      Resolved given = resolved.get(translation.name());
      if (given == null || given.origin().isEmpty()) {
        continue;
      }
      find(translation)
          .orElse(Map.of())
          .forEach(
              (name, text) -> {
                Setting<?> setting = byName.get(name);
                if (setting == null) {
                  throw new IllegalArgumentException(name);
                }
                Assignments.Assignment meant =
                    new Assignments.Assignment(name, text, given.origin().orElseThrow());
                if (!isGiven(setting)) {
                  parse(setting, meant, problems)
                      .ifPresent(value -> changed.put(setting.name(), value));
                }
              });
    }
    return new Settings(changed, refused);
  }

  private static Optional<Resolved> redeclared(
      Setting<?> setting, Resolved before, Problems problems) {
    Optional<Resolved> given =
        before
            .origin()
            .flatMap(
                origin ->
                    parse(
                        setting,
                        new Assignments.Assignment(setting.name(), before.text(), origin),
                        problems));
    return given.or(
        () ->
            setting
                .defaultText()
                .map(
                    text ->
                        new Resolved(
                            setting, text, setting.parser().apply(text), Optional.empty())));
  }

  /**
   * Returns the value of a setting.
   *
   * @throws NoSuchElementException if it is not set and has no default
   */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(
            () -> new NoSuchElementException(setting.name() + " is not set and has no default"));
  }

  /** Returns the value of a setting, if it was given or has a default. */
  @SuppressWarnings("unchecked") // The value was parsed by this setting's own parser.
  public <T> Optional<T> find(Setting<T> setting) {
    Resolved value = resolved.get(setting.name());
    return value == null ? Optional.empty() : Optional.ofNullable((T) value.value());
  }

  /** Returns the text that the user gave the setting, even if secret: for another kvbench only. */
  public Optional<String> text(Setting<?> setting) {
    return isGiven(setting)
        ? Optional.ofNullable(resolved.get(setting.name())).map(Resolved::text)
        : Optional.empty();
  }

  /** Returns whether the user gave the setting a valid value. */
  public boolean isGiven(Setting<?> setting) {
    Resolved value = resolved.get(setting.name());
    return value != null && value.origin().isPresent();
  }

  /** Returns whether the setting's value comes from a file, and not from the command line. */
  public boolean isFromFile(Setting<?> setting) {
    Resolved value = resolved.get(setting.name());
    return value != null && value.origin().filter(origin -> origin.line() > 0).isPresent();
  }

  /** Returns whether the user gave the setting an invalid value. */
  public boolean isRefused(Setting<?> setting) {
    return refused.containsKey(setting.name());
  }

  /**
   * Returns the origin of a setting, preferably that of a rejected value, or its name if it has the
   * default: the beginning of a message about it.
   */
  public String whereIs(Setting<?> setting) {
    Origin bad = refused.get(setting.name());
    if (bad != null) {
      return bad.toString();
    }
    Resolved value = resolved.get(setting.name());
    return value == null
        ? setting.name()
        : value.origin().map(Origin::toString).orElse(setting.name());
  }

  /**
   * Returns every setting that has a value, in order of declaration, for display: secrets are
   * masked.
   */
  public Collection<Entry> entries() {
    return resolved.values().stream()
        .map(
            value ->
                new Entry(value.setting(), shown(value.setting(), value.text()), value.origin()))
        .toList();
  }
}
