package io.kvbench.bindings.zookeeper.options;

import io.kvbench.bindings.support.tls.Secret;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The credentials of a session. They are secret, so the class has no printable accessors. */
public final class ZooKeeperCredentials {
  private final String scheme;
  private final byte[] secret;

  private ZooKeeperCredentials(String scheme, byte[] secret) {
    this.scheme = scheme;
    this.secret = secret;
  }

  /** Returns the credentials that were given, directly or in a file. */
  public static Optional<ZooKeeperCredentials> of(Settings settings) throws BindingException {
    Optional<String> secret =
        Secret.find(ZooKeeperSettings.AUTH, ZooKeeperSettings.AUTH_FILE, settings)
            .map(String::strip);
    String scheme = settings.get(ZooKeeperSettings.AUTH_SCHEME);
    if (secret.isPresent() && scheme.equals("digest") && secret.get().indexOf(':') < 1) {
      throw new BindingException("zookeeper.auth has to be user:password for the scheme digest.");
    }
    return secret.map(
        text -> new ZooKeeperCredentials(scheme, text.getBytes(StandardCharsets.UTF_8)));
  }

  public String scheme() {
    return scheme;
  }

  /** Returns the bytes to send; not to be changed. */
  public byte[] secret() {
    return secret;
  }

  @Override
  public String toString() {
    return scheme + " credentials";
  }
}
