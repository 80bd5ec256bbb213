package io.kvbench.runner.run.hosts;

import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostClient;
import io.kvbench.host.listen.RemoteHost;
import io.kvbench.host.samples.SidecarClient;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** The settings of hosts whose sidecars listen. */
public final class RemoteSettings {
  static final Setting<List<RemoteHost>> HOSTS =
      Setting.of(
              "hosts",
              "Hosts that run 'kvbench sidecar --listen'; their samples are written to"
                  + " host-NAME.csv.",
              "a comma-separated list of [NAME=]HOST[:PORT], as in node1:9560,db2=10.0.0.2:9560",
              RemoteHost::parseAll)
          .affecting(Affects.PRESENTATION);
  static final Setting<String> TOKEN_FILE =
      Setting.text(
              "hosts.token.file", "File whose first line is the token of the sidecars in hosts.")
          .affecting(Affects.PRESENTATION);
  static final Setting<Boolean> TLS =
      Setting.bool(
              "hosts.tls",
              "Use TLS to the sidecars in hosts; if unset, only to those on other machines.")
          .affecting(Affects.PRESENTATION);
  static final Setting<String> CA_CERT =
      Setting.text(
              "hosts.cacert", "PEM file of trusted CA certificates; Java's trust store if unset.")
          .affecting(Affects.PRESENTATION);

  /** The names of local figures. */
  private static final Set<String> TAKEN = Set.of(SpanFold.CLIENT, "local");

  private RemoteSettings() {}

  public static List<Setting<?>> all() {
    return List.of(HOSTS, TOKEN_FILE, TLS, CA_CERT);
  }

  /** Adds everything that is wrong with them. */
  public static void check(Settings settings, Problems problems) {
    Optional<List<RemoteHost>> hosts = settings.find(HOSTS);
    if (hosts.isEmpty()) {
      if (!settings.isRefused(HOSTS)) {
        checkUnused(settings, problems);
      }
    } else {
      RemoteHost.checkNames(
          hosts.get(),
          name -> TAKEN.contains(name) || SpanFold.isAgent(name),
          HOSTS,
          settings,
          problems);
      checkSecrecy(hosts.get(), settings, problems);
    }
    tryOut(settings, TOKEN_FILE, RemoteSettings::token, problems);
    tryOut(settings, CA_CERT, RemoteSettings::trust, problems);
  }

  private static void checkUnused(Settings settings, Problems problems) {
    for (Setting<?> setting : List.of(TOKEN_FILE, TLS, CA_CERT)) {
      if (settings.isGiven(setting)) {
        problems.add(
            settings.whereIs(setting),
            setting.name() + " has no effect without hosts; add hosts=HOST:PORT or omit it.");
      }
    }
  }

  private static void checkSecrecy(List<RemoteHost> hosts, Settings settings, Problems problems) {
    Optional<RemoteHost> remote =
        hosts.stream().filter(host -> !host.address().isLoopback()).findFirst();
    if (remote.isPresent() && settings.find(TOKEN_FILE).isEmpty()) {
      problems.add(
          settings.whereIs(HOSTS),
          "a sidecar on another machine, such as "
              + remote.get().address()
              + ", requires a token; set hosts.token.file to a file with the token of its"
              + " --token-file.");
    }
    if (settings.find(CA_CERT).isPresent() && !settings.find(TLS).orElse(true)) {
      problems.add(
          settings.whereIs(CA_CERT),
          "hosts.cacert has no effect with hosts.tls=false; omit one of them.");
    }
  }

  private interface Reading {
    Object read(Settings settings) throws IOException;
  }

  private static void tryOut(
      Settings settings, Setting<String> file, Reading reading, Problems problems) {
    try {
      Object unused = reading.read(settings);
    } catch (IOException e) {
      problems.add(settings.whereIs(file), e.getMessage() + ".");
    }
  }

  /**
   * Returns a client of a host.
   *
   * @throws IOException with words for the user, if a file of the settings cannot be read
   */
  static SidecarClient client(Settings settings, RemoteHost host, NanoClock clock)
      throws IOException {
    return new SidecarClient(
        new HostClient(host, tls(settings, host), trust(settings)), token(settings), clock);
  }

  /** Reads the token; the message of what is thrown is for the user. */
  private static Optional<BearerToken> token(Settings settings) throws IOException {
    Optional<String> file = settings.find(TOKEN_FILE);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(BearerToken.read(path(file.get())));
    } catch (IOException e) {
      throw new IOException(file.get() + " " + e.getMessage(), e);
    }
  }

  /** Reads the trusted certificates, likewise. */
  private static Optional<SSLContext> trust(Settings settings) throws IOException {
    Optional<String> file = settings.find(CA_CERT);
    return file.isEmpty() ? Optional.empty() : Optional.of(TlsContexts.trusting(path(file.get())));
  }

  private static Path path(String file) throws IOException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new IOException("is not a file name", e);
    }
  }

  /** Returns whether to speak TLS to a host: a token is not to travel readable by mistake. */
  static boolean tls(Settings settings, RemoteHost host) {
    return settings
        .find(TLS)
        .orElse(settings.find(CA_CERT).isPresent() || !host.address().isLoopback());
  }
}
