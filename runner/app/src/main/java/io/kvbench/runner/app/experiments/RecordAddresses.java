package io.kvbench.runner.app.experiments;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.ListenOptions;
import io.kvbench.runner.record.Downstream;
import io.kvbench.runner.record.Upstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The address options of a recording proxy: where it listens, and which server it connects to. */
final class RecordAddresses {
  private static final Pattern ADDRESS = Pattern.compile("(?:(\\[[^\\]]+]|[^:]+):)?(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      description = "The server to connect to for each connection of a client.")
  private @Nullable String to;

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      description =
          "Where clients connect to, instead of the server. HOST defaults to loopback; any other"
              + " requires --listen-cert, --listen-key and --listen-cacert.")
  private @Nullable String listen;

  @Option(
      names = "--listen-cert",
      paramLabel = "FILE",
      description = "Speak TLS to the clients, with the certificate in a PEM file.")
  private @Nullable Path ownCertificate;

  @Option(
      names = "--listen-key",
      paramLabel = "FILE",
      description = "Unencrypted private key of --listen-cert in a PEM file.")
  private @Nullable Path ownKey;

  @Option(
      names = "--listen-cacert",
      paramLabel = "FILE",
      description = "Require of clients a certificate of an authority in a PEM file.")
  private @Nullable Path clientAuthorities;

  @Option(names = "--tls", description = "Speak TLS to the server.")
  private boolean tls;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "PEM file of the CA certificates to trust; Java's trust store if omitted.")
  private @Nullable Path authorities;

  @Option(names = "--cert", paramLabel = "FILE", description = "PEM file of a client certificate.")
  private @Nullable Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "PEM file of the unencrypted private key of --cert.")
  private @Nullable Path key;

  @Option(
      names = "--servername",
      paramLabel = "NAME",
      description = "Name in the server's certificate, if that is not HOST.")
  private @Nullable String serverName;

  /** Returns whether any of them was given. */
  boolean isAsked() {
    boolean isClientTls = ownCertificate != null || ownKey != null || clientAuthorities != null;
    return to != null || listen != null || isTls() || isClientTls;
  }

  private boolean isTls() {
    return tls || authorities != null || certificate != null || key != null || serverName != null;
  }

  /** Returns the server, or adds problems. */
  Optional<Upstream> upstream(Problems problems) {
    Optional<Matcher> address = address("--to", to, problems);
    Optional<SSLContext> context = isTls() ? context(problems) : Optional.empty();
    if (address.isEmpty()) {
      return Optional.empty();
    }
    String host = address.get().group(1);
    if (host == null) {
      problems.add("--to " + to, "has no host; expected HOST:PORT.");
      return Optional.empty();
    }
    return Optional.of(
        new Upstream(bare(host), port(address.get()), context, Optional.ofNullable(serverName)));
  }

  /** Returns the listening side, or adds problems. */
  Optional<Downstream> downstream(Problems problems) {
    Optional<InetSocketAddress> address = listen(problems);
    Optional<SSLContext> context =
        ListenOptions.tls("--listen-", ownCertificate, ownKey, clientAuthorities, problems);
    address
        .filter(place -> !place.getAddress().isLoopbackAddress())
        .ifPresent(
            place ->
                // Clients get the proxy's permissions on the server, which may exceed their own.
                ListenOptions.refuseOffLoopback(
                    "--listen " + listen,
                    problems,
                    ownCertificate == null ? "encrypt with --listen-cert and --listen-key" : "",
                    clientAuthorities == null ? "restrict access with --listen-cacert" : ""));
    return problems.isEmpty()
        ? address.map(place -> new Downstream(place, context, clientAuthorities != null))
        : Optional.empty();
  }

  private Optional<InetSocketAddress> listen(Problems problems) {
    return address("--listen", listen, problems)
        .map(
            address ->
                address.group(1) == null
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port(address))
                    : new InetSocketAddress(bare(address.group(1)), port(address)))
        .filter(
            address -> {
              if (address.isUnresolved()) {
                problems.add("--listen", address.getHostString() + " cannot be resolved.");
              }
              return !address.isUnresolved();
            });
  }

  /** Refuses a proxy that would connect to itself, again and again. */
  static void checkLoop(Upstream upstream, Downstream downstream, Problems problems) {
    InetSocketAddress server = new InetSocketAddress(upstream.host(), upstream.port());
    InetSocketAddress own = downstream.address();
    if (server.isUnresolved() || server.getPort() != own.getPort()) {
      return;
    }
    boolean all = own.getAddress().isAnyLocalAddress();
    if (server.getAddress().equals(own.getAddress())
        || server.getAddress().isAnyLocalAddress()
        || (all && server.getAddress().isLoopbackAddress())) {
      problems.add(
          "--to " + upstream,
          "is the address that the proxy listens on; choose another one with --listen.");
    }
  }

  private static Optional<Matcher> address(
      String option, @Nullable String text, Problems problems) {
    if (text == null) {
      problems.add(option, "missing: specify an address, such as 127.0.0.1:12181.");
      return Optional.empty();
    }
    Matcher address = ADDRESS.matcher(text);
    if (!address.matches() || port(address) > MAX_PORT) {
      problems.add(option + " " + text, "is no address; expected HOST:PORT.");
      return Optional.empty();
    }
    return Optional.of(address);
  }

  private static int port(Matcher address) {
    return Integer.parseInt(address.group(2));
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private Optional<SSLContext> context(Problems problems) {
    Path own = certificate;
    Path itsKey = key;
    if ((own == null) != (itsKey == null)) {
      problems.add(own == null ? "--key" : "--cert", "--cert and --key must be used together.");
      return Optional.empty();
    }
    try {
      Path trusted = authorities;
      if (own == null || itsKey == null) {
        return Optional.of(
            trusted == null ? SSLContext.getDefault() : TlsContexts.trusting(trusted));
      }
      PemPair pair = new PemPair(own, itsKey);
      return Optional.of(
          trusted == null ? TlsContexts.identified(pair) : TlsContexts.mutual(pair, trusted));
    } catch (IOException e) {
      problems.add("--tls", e.getMessage() + ".");
    } catch (NoSuchAlgorithmException e) {
      problems.add("--tls", "TLS is not available: " + e.getMessage() + ".");
    }
    return Optional.empty();
  }
}
