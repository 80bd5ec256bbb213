package io.kvbench.runner.metrics;

import io.kvbench.core.file.InputFile;
import io.kvbench.core.host.BearerToken;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.net.InetAddress;
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
              "Where Prometheus can fetch the figures of the run while it is running, such as 9464; 0"
                  + " for any free port. Off if absent.")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> HOST =
      Setting.text("metrics.host", "The address to listen on for metrics.port.")
          .withDefault("127.0.0.1")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> TOKEN_FILE =
      Setting.text(
              "metrics.token.file",
              "A file whose first line clients have to send (Authorization: Bearer); needed"
                  + " where metrics.host is not loopback.")
          .affecting(Affects.PRESENTATION);

  private MetricsSettings() {}

  /** Returns all of them. */
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
      boolean loopback = InetAddress.getByName(host).isLoopbackAddress();
      if (!loopback && settings.find(TOKEN_FILE).isEmpty()) {
        problems.add(
            settings.whereIs(HOST),
            "metrics.host="
                + host
                + " can be reached by other machines; say with metrics.token.file who may fetch,"
                + " or leave metrics.host out.");
      }
    } catch (UnknownHostException e) {
      problems.add(settings.whereIs(HOST), "metrics.host=" + host + " is not known here.");
    }
  }
}
