package io.kvbench.host.listen;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.setting.Problems;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The values of the options of a listener, parsed and checked. Each method adds errors to the
 * problems, under the name of the option, and then returns nothing.
 */
public final class ListenOptions {
  private ListenOptions() {}

  /** Reads {@code [HOST:]PORT}, where the host defaults to loopback and must be known. */
  public static Optional<HostAddress> address(String option, String text, Problems problems) {
    try {
      HostAddress address =
          text.matches("\\d+")
              ? new HostAddress(HostAddress.LOOPBACK, Integer.parseInt(text))
              : HostAddress.parse(text);
      InetAddress unused = InetAddress.getByName(address.host());
      return Optional.of(address);
    } catch (IllegalArgumentException e) {
      problems.add(option, "invalid value " + text + "; expected PORT or HOST:PORT.");
    } catch (UnknownHostException e) {
      problems.add(option, text + " has a host that cannot be resolved.");
    }
    return Optional.empty();
  }

  /** Reads the token in a file, if one is given. */
  public static Optional<BearerToken> token(String option, @Nullable Path file, Problems problems) {
    try {
      return file == null ? Optional.empty() : Optional.of(BearerToken.read(file));
    } catch (IOException e) {
      problems.add(option, file + " " + e.getMessage() + ".");
      return Optional.empty();
    }
  }

  /**
   * Reads the certificate of a listener and its key, if they are given.
   *
   * @param prefix of the options {@code cert}, {@code key} and {@code cacert}, such as {@code --}
   * @param authority of the clients' certificates; null if they need none
   */
  public static Optional<SSLContext> tls(
      String prefix,
      @Nullable Path certificate,
      @Nullable Path key,
      @Nullable Path authority,
      Problems problems) {
    if (certificate == null && key == null && authority == null) {
      return Optional.empty();
    }
    if (certificate == null || key == null) {
      problems.add(
          prefix + (certificate == null && key != null ? "key" : "cert"),
          "%1$scert and %1$skey must be used together".formatted(prefix)
              + (authority == null ? "." : ", and " + prefix + "cacert needs them."));
      return Optional.empty();
    }
    return tls(prefix + "cert", new PemPair(certificate, key), authority, problems);
  }

  /** Reads a certificate and its key, and the authority of the clients' certificates, if any. */
  public static Optional<SSLContext> tls(
      String option, PemPair own, @Nullable Path authority, Problems problems) {
    try {
      return Optional.of(
          authority == null ? TlsContexts.identified(own) : TlsContexts.mutual(own, authority));
    } catch (IOException e) {
      problems.add(option, e.getMessage() + ".");
      return Optional.empty();
    }
  }

  /**
   * Refuses an address that other machines reach without what it needs: one message for everything
   * that is missing, since one decision leads to all of it.
   *
   * @param option with the address
   * @param missing what to do against it, such as {@code encrypt with --cert and --key}; empty
   *     where there is nothing to do
   */
  public static void refuseOffLoopback(String option, Problems problems, String... missing) {
    List<String> remedies = Stream.of(missing).filter(each -> !each.isEmpty()).toList();
    if (!remedies.isEmpty()) {
      problems.add(
          option,
          "is reachable from other machines; "
              + String.join("; ", remedies)
              + "; or listen on loopback and connect through ssh -L.");
    }
  }
}
