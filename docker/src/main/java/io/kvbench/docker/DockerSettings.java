package io.kvbench.docker;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of servers in containers. */
final class DockerSettings {
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,9})([mg])");
  private static final long MEBI = 1L << 20;

  /** Less than this and no server comes up, which would only be found out after a while. */
  private static final long LEAST_MEMORY = 64 * MEBI;

  static final Setting<String> IMAGE =
      Setting.text(
              "cluster.docker.image",
              "Image of the servers, with its version; if unset, the official image if it is"
                  + " present locally, else the one built by docker/prepare, else the official one"
                  + " is pulled.")
          .affecting(Affects.SERVERS)
          .deciding(Fact.VERSION);

  static final Setting<Long> MEMORY =
      Setting.of(
              "cluster.docker.memory",
              "Memory limit of each server; unlimited if unset.",
              "a size of at least 64m with the suffix m or g, as in 512m or 2g",
              DockerSettings::parseMemory)
          .affecting(Affects.SERVERS)
          .deciding(Fact.LIMITS);

  static final Setting<Double> CPUS =
      Setting.decimal(
              "cluster.docker.cpus",
              0.01,
              1024,
              "CPU limit of each server, as in 0.5 or 2; unlimited if unset.")
          .affecting(Affects.SERVERS)
          .deciding(Fact.LIMITS);

  private DockerSettings() {}

  static List<Setting<?>> all() {
    return List.of(IMAGE, MEMORY, CPUS);
  }

  private static long parseMemory(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    long bytes =
        Long.parseLong(matcher.group(1)) * (matcher.group(2).equals("g") ? 1024 * MEBI : MEBI);
    if (bytes < LEAST_MEMORY) {
      throw new IllegalArgumentException(text);
    }
    return bytes;
  }
}
