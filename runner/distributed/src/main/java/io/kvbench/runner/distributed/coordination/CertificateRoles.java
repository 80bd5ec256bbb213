package io.kvbench.runner.distributed.coordination;

import io.kvbench.core.certificate.CertificateUse;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;
import org.jspecify.annotations.Nullable;

/**
 * The authentication by certificates of the run's authority, as a controller or as an agent by the
 * certificate's use. The server instantiates it by name, and so its keys are in a static field.
 */
public final class CertificateRoles extends X509AuthenticationProvider {
  static final String SCHEME = "kvbench";
  static final String CONTROLLER = "controller";
  static final String AGENT = "agent";

  /** The prefix of a single agent's identity; its certificate's fingerprint follows. */
  private static final String ONE = AGENT + "/";

  private static final Pattern KNOWN =
      Pattern.compile(CONTROLLER + "|" + AGENT + "|" + ONE + Identity.FINGERPRINT);

  /** The server's own key, and the certificates that it trusts. */
  record Keys(X509KeyManager own, X509TrustManager trusted) {}

  private static final AtomicReference<@Nullable Keys> KEYS = new AtomicReference<>();

  /** For the server. */
  public CertificateRoles() {
    super(keys().trusted(), keys().own());
  }

  static void use(Keys keys) {
    KEYS.set(keys);
  }

  private static Keys keys() {
    return Objects.requireNonNull(KEYS.get(), "no server was started");
  }

  /** Those of the server that was started last: the server keeps one provider for all times. */
  @Override
  public X509TrustManager getTrustManager() {
    return keys().trusted();
  }

  @Override
  public X509KeyManager getKeyManager() {
    return keys().own();
  }

  /** After the handshake, in which the certificate was checked. */
  @Override
  public Code handleAuthentication(ServerCnxn connection, byte[] unused) {
    Certificate[] chain = connection.getClientCertificateChain();
    if (chain == null || chain.length == 0 || !(chain[0] instanceof X509Certificate own)) {
      return Code.AUTHFAILED;
    }
    String role = role(own);
    if (role == null) {
      return Code.AUTHFAILED;
    }
    connection.addAuthInfo(new Id(SCHEME, role));
    if (role.equals(AGENT)) {
      try {
        connection.addAuthInfo(new Id(SCHEME, ONE + Identity.fingerprint(own)));
      } catch (GeneralSecurityException e) {
        return Code.AUTHFAILED;
      }
    }
    return Code.OK;
  }

  private static @Nullable String role(X509Certificate certificate) {
    if (CertificateUse.CONTROLLER.isOf(certificate)) {
      return CONTROLLER;
    }
    return CertificateUse.PEER.isOf(certificate) ? AGENT : null;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public boolean matches(String id, String expression) {
    return id.equals(expression);
  }

  @Override
  public boolean isAuthenticated() {
    return true;
  }

  @Override
  public boolean isValid(String id) {
    return KNOWN.matcher(id).matches();
  }

  /** Returns what the controller may do, and one agent or all. */
  static List<ACL> acl(Optional<String> fingerprint, int agents) {
    // The library asks whether null is in it, which other lists do not take.
    return Arrays.asList(
        new ACL(Perms.ALL, new Id(SCHEME, CONTROLLER)),
        new ACL(agents, new Id(SCHEME, fingerprint.map(ONE::concat).orElse(AGENT))));
  }

  /** Returns the ACL that gives all rights to the controller, and none to anyone else. */
  static List<ACL> controllersOnly() {
    return Arrays.asList(new ACL(Perms.ALL, new Id(SCHEME, CONTROLLER)));
  }
}
