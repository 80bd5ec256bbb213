package io.kvbench.bindings.support;

import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;

/** The check, before a run, of times to live of locks and leases that a system does not grant. */
public final class TimesToLive {
  private static final Set<String> NAMES = Set.of("lock.ttl", "lease.ttl");

  private TimesToLive() {}

  /**
   * Adds a problem for each given one that is not granted.
   *
   * @param what what the system grants, after "set it to", without a full stop
   */
  public static void check(
      Settings settings, Predicate<Duration> isGranted, String what, Problems problems) {
    settings.entries().stream()
        .filter(entry -> NAMES.contains(entry.setting().name()) && entry.origin().isPresent())
        .filter(entry -> !isGranted.test(Durations.parse(entry.text())))
        .forEach(
            entry ->
                problems.add(
                    settings.whereIs(entry.setting()),
                    "%s=%s is not granted; set it to %s."
                        .formatted(entry.setting().name(), entry.text(), what)));
  }
}
