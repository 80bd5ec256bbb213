package io.kvbench.runner.metrics;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.ListenOptions;
import io.kvbench.host.listen.Listening;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

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
      Setting.text(
              "metrics.host",
              "Listen address of metrics.port. One that is not loopback requires metrics.token.file,"
                  + " and metrics.cert or metrics.plaintext.")
          .withDefault("127.0.0.1")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> TOKEN_FILE =
      Setting.text(
              "metrics.token.file",
              "File whose first line is the bearer token that clients must send (Authorization:"
                  + " Bearer).")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> CERTIFICATE =
      Setting.text("metrics.cert", "PEM file with the certificate of metrics.port, for HTTPS.")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> KEY =
      Setting.text("metrics.key", "PEM file with the unencrypted private key of metrics.cert.")
          .affecting(Affects.PRESENTATION);
  public static final Setting<Boolean> PLAINTEXT =
      Setting.bool(
              "metrics.plaintext",
              "Listen beyond loopback without TLS, where anyone on the network can read token and"
                  + " metrics.")
          .withDefault("false")
          .forThisMachine()
          .affecting(Affects.PRESENTATION);

  private MetricsSettings() {}

  public static List<Setting<?>> all() {
    return List.of(PORT, HOST, TOKEN_FILE, CERTIFICATE, KEY, PLAINTEXT);
  }

  /** Adds what is wrong with them. */
  public static void check(Settings settings, Problems problems) {
    if (settings.find(PORT).isPresent()) {
      Optional<Listening> unused = listening(settings, problems);
      return;
    }
    Stream.of(HOST, TOKEN_FILE, CERTIFICATE, KEY, PLAINTEXT)
        .filter(settings::isGiven)
        .forEach(
            setting ->
                problems.add(
                    settings.whereIs(setting),
                    setting.name() + " has no effect without metrics.port."));
  }

  /** Returns where to listen; the problems say why that is not possible. */
  static Optional<Listening> listening(Settings settings, Problems problems) {
    Optional<BearerToken> token =
        ListenOptions.token(TOKEN_FILE.name(), file(TOKEN_FILE, settings, problems), problems);
    Optional<SSLContext> tls =
        ListenOptions.tls(
            "metrics.",
            file(CERTIFICATE, settings, problems),
            file(KEY, settings, problems),
            null,
            problems);
    HostAddress address = HostAddress.of(settings.get(HOST), settings.find(PORT).orElseThrow());
    checkAccess(address, settings, problems);
    return problems.isEmpty() ? Optional.of(new Listening(address, token, tls)) : Optional.empty();
  }

  private static @Nullable Path file(
      Setting<String> setting, Settings settings, Problems problems) {
    String name = settings.find(setting).orElse(null);
    try {
      return name == null ? null : InputFile.path(name);
    } catch (IOException e) {
      problems.add(setting.name(), "'" + name + "': " + FileReason.of(e) + ".");
      return null;
    }
  }

  private static void checkAccess(HostAddress address, Settings settings, Problems problems) {
    boolean encrypted = settings.find(CERTIFICATE).isPresent();
    boolean plaintext = settings.get(PLAINTEXT);
    if (plaintext && encrypted) {
      problems.add(
          settings.whereIs(PLAINTEXT),
          "metrics.cert and metrics.plaintext are mutually exclusive.");
    }
    String given = "metrics.host=" + address.host();
    try {
      if (!address.resolvesToLoopback()) {
        ListenOptions.refuseOffLoopback(
            given,
            problems,
            settings.find(TOKEN_FILE).isEmpty() ? "restrict access with metrics.token.file" : "",
            !encrypted && !plaintext
                ? "set metrics.cert and metrics.key to encrypt the token, or metrics.plaintext=true"
                    + " on a trusted network"
                : "");
      }
    } catch (UnknownHostException e) {
      problems.add(settings.whereIs(HOST), given + " cannot be resolved.");
    }
  }
}
