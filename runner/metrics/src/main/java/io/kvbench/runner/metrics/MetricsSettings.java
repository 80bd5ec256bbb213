package io.kvbench.runner.metrics;

import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** The settings of live metrics. */
public final class MetricsSettings {
  public static final Setting<Integer> PORT =
      Setting.integer(
              "metrics.port",
              0,
              65535,
              "Port on which Prometheus can scrape live metrics of the run, such as 9464; 0 for any"
                  + " free port, off if unset.")
          .forThisMachine()
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> HOST =
      Setting.text("metrics.host", "Listen address of metrics.port.")
          .withDefault("127.0.0.1")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> TOKEN_FILE =
      Setting.text(
              "metrics.token.file",
              "File whose first line is the bearer token that clients must send (Authorization:"
                  + " Bearer); required if metrics.host is not loopback.")
          .affecting(Affects.PRESENTATION);

  private MetricsSettings() {}

  public static List<Setting<?>> all() {
    return List.of(PORT, HOST, TOKEN_FILE);
  }

  /** Adds what is wrong with them. */
  public static void check(Settings settings, Problems problems) {
    if (settings.find(PORT).isEmpty()) {
      Stream.of(HOST, TOKEN_FILE)
          .filter(settings::isGiven)
          .forEach(
              setting ->
                  problems.add(
                      settings.whereIs(setting),
                      setting.name() + " has no effect without metrics.port."));
      return;
    }
    settings.find(TOKEN_FILE).ifPresent(file -> checkToken(file, settings, problems));
    checkHost(settings, problems);
  }

  private static void checkToken(String file, Settings settings, Problems problems) {
    try {
      BearerToken unused = BearerToken.read(InputFile.path(file));
    } catch (IOException | IllegalArgumentException e) {
      problems.add(
          settings.whereIs(TOKEN_FILE), "metrics.token.file=" + file + " " + e.getMessage() + ".");
    }
  }

  private static void checkHost(Settings settings, Problems problems) {
    String host = settings.get(HOST);
    try {
      boolean loopback = HostAddress.of(host, 0).resolvesToLoopback();
      if (!loopback && settings.find(TOKEN_FILE).isEmpty()) {
        problems.add(
            settings.whereIs(HOST),
            "metrics.host="
                + host
                + " is reachable from other machines; set metrics.token.file to restrict"
                + " access, or omit metrics.host.");
      }
    } catch (UnknownHostException e) {
      problems.add(settings.whereIs(HOST), "metrics.host=" + host + " cannot be resolved.");
    }
  }
}
