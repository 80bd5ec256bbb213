package io.kvbench.core.plan;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of mixes that run side by side: {@code mix.NAME.PROPERTY} is that property for the
 * mix of this name; properties that are not set for a mix are those of the whole run.
 */
public final class MixSettings {
  private static final Pattern NAME = Pattern.compile("mix\\.([A-Za-z0-9_-]{1,32})\\.(.+)");

  /** The settings that all mixes share: records, connections, and phases. */
  private static final Set<String> SHARED =
      Set.of(
          "clientsteps",
          "clients.initial",
          "connections",
          "maxexecutiontime",
          "warmuptime",
          "warmupcount",
          "dotransactions",
          "recordcount",
          "insertstart",
          "insertcount",
          "insertorder",
          "zeropadding",
          "keyprefix",
          "keysize",
          "check",
          "dataintegrity",
          "seed",
          "workload",
          "endpoints");

  private MixSettings() {}

  /**
   * Returns the declarations of the settings of mixes that were given.
   *
   * @param others settings that can be set for a mix but do not affect its load
   */
  public static Collection<Setting<?>> declared(Assignments given, Setting<?>... others) {
    Map<String, Setting<?>> known = new HashMap<>();
    Stream.concat(own(), Stream.of(others))
        .forEach(
            setting -> {
              known.put(setting.name(), setting);
              setting.aliases().forEach(alias -> known.put(alias, setting));
            });
    Map<String, Setting<?>> declared = new LinkedHashMap<>();
    for (Assignments.Assignment each : given.list()) {
      Matcher matcher = NAME.matcher(each.name());
      Setting<?> base = matcher.matches() ? known.get(matcher.group(2)) : null;
      if (base != null) {
        Setting<?> setting = base.prefixed(prefix(matcher.group(1)));
        declared.putIfAbsent(setting.name(), setting);
      }
    }
    return declared.values();
  }

  /** Returns the name of a setting without the prefix of a mix, if it has one. */
  public static String withoutMix(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() ? matcher.group(2) : name;
  }

  private static Stream<Setting<?>> own() {
    return Stream.concat(RunSettings.all().stream(), Workload.settings().stream())
        .<Setting<?>>map(setting -> setting)
        .filter(setting -> setting.affects().equals(Optional.of(Affects.LOAD)))
        .filter(setting -> !SHARED.contains(setting.name()))
        .filter(setting -> !isOfThePhase(setting.name()));
  }

  /** Locks, leases, groups and watchers belong to the whole phase, and a trace is all of it. */
  private static boolean isOfThePhase(String name) {
    return Stream.of("lock", "election", "lease", "member", "group", "watch", "trace")
        .anyMatch(name::startsWith);
  }

  /** Returns the prefix of the names of a mix's settings. */
  public static String prefix(String mix) {
    return "mix." + mix + ".";
  }

  /** Returns the names of the mixes, in the order in which they were given. */
  public static List<String> names(Settings settings) {
    Set<String> names = new LinkedHashSet<>();
    for (Settings.Entry entry : settings.entries()) {
      Matcher matcher = NAME.matcher(entry.setting().name());
      if (matcher.matches()) {
        names.add(matcher.group(1));
      }
    }
    return List.copyOf(names);
  }

  /**
   * Returns the settings of a mix, only those of its load. If it sets any proportion, all
   * proportions that it does not set are 0.
   */
  public static Settings of(Settings settings, String mix) {
    String prefix = prefix(mix);
    Set<String> names = declarations().stream().map(Setting::name).collect(Collectors.toSet());
    Assignments own = new Assignments();
    List<Settings.Entry> set =
        settings.entries().stream()
            .filter(entry -> entry.setting().name().startsWith(prefix))
            .filter(entry -> names.contains(entry.setting().name().substring(prefix.length())))
            .toList();
    if (set.stream().anyMatch(entry -> isProportion(entry.setting()))) {
      proportions().forEach(each -> own.add(each.name(), "0", Origin.of("mix." + mix)));
    }
    for (Settings.Entry entry : set) {
      own.add(
          entry.setting().name().substring(prefix.length()),
          settings.text(entry.setting()).orElseThrow(),
          entry.origin().orElse(Origin.of("mix." + mix)));
    }
    return settings.with(own, declarations());
  }

  /**
   * Returns the settings of the whole run with the requests of all mixes.
   *
   * @param mixes the settings of each mix
   * @param weights the share of the requests of each, in the same order
   */
  static Settings together(Settings settings, List<Settings> mixes, List<Double> weights) {
    Map<String, Double> shares = new HashMap<>();
    for (int index = 0; index < mixes.size(); index++) {
      Settings mix = mixes.get(index);
      double sum = proportions().mapToDouble(each -> weight(mix, each)).sum();
      double weight = sum == 0 ? 0 : weights.get(index) / sum;
      proportions()
          .forEach(each -> shares.merge(each.name(), weight(mix, each) * weight, Double::sum));
    }
    return withShares(settings, shares);
  }

  private static double weight(Settings mix, Setting<?> proportion) {
    return mix.find(proportion).map(Double.class::cast).orElse(0.0);
  }

  private static Settings withShares(Settings settings, Map<String, Double> shares) {
    Assignments all = new Assignments();
    for (Setting<?> proportion : proportions().toList()) {
      double share = shares.getOrDefault(proportion.name(), 0.0);
      all.add(proportion.name(), Double.toString(share), Origin.of("the mixes"));
    }
    return settings.with(all, declarations());
  }

  private static Stream<Setting<?>> proportions() {
    return Workload.settings().stream()
        .<Setting<?>>map(setting -> setting)
        .filter(MixSettings::isProportion);
  }

  private static boolean isProportion(Setting<?> setting) {
    return setting.decides().equals(Optional.of(Fact.MIX)) && setting.name().endsWith("proportion");
  }

  private static List<Setting<?>> declarations() {
    return Stream.concat(RunSettings.all().stream(), Workload.settings().stream())
        .<Setting<?>>map(setting -> setting)
        .toList();
  }
}
