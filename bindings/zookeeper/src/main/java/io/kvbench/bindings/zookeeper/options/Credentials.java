package io.kvbench.bindings.zookeeper.options;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The credentials of a session. They are secret, so the class has no printable accessors. */
public final class Credentials {
  private final String scheme;
  private final byte[] secret;

  private Credentials(String scheme, byte[] secret) {
    this.scheme = scheme;
    this.secret = secret;
  }

  /** Returns the credentials that were given, directly or in a file. */
  public static Optional<Credentials> of(Settings settings) throws BindingException {
    Optional<String> direct = settings.find(ZooKeeperSettings.AUTH);
    Optional<String> file = settings.find(ZooKeeperSettings.AUTH_FILE);
    if (direct.isPresent() && file.isPresent()) {
      throw new BindingException(
          settings.whereIs(ZooKeeperSettings.AUTH_FILE)
              + ": zookeeper.auth and zookeeper.auth.file are both set; keep one.");
    }
    Optional<String> secret = file.isPresent() ? Optional.of(firstLine(file.get())) : direct;
    String scheme = settings.get(ZooKeeperSettings.AUTH_SCHEME);
    if (secret.isPresent() && scheme.equals("digest") && secret.get().indexOf(':') < 1) {
      throw new BindingException("zookeeper.auth has to be user:password for the scheme digest.");
    }
    return secret.map(text -> new Credentials(scheme, text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String firstLine(String file) throws BindingException {
    try {
      return InputFile.text(InputFile.path(file))
          .lines()
          .findFirst()
          .map(String::strip)
          .orElseThrow(() -> new BindingException("zookeeper.auth.file " + file + " is empty."));
    } catch (IOException e) {
      throw new BindingException(
          "zookeeper.auth.file " + file + " cannot be read: " + FileReason.of(e) + ".", e);
    }
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
