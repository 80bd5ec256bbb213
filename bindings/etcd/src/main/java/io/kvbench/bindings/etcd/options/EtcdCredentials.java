package io.kvbench.bindings.etcd.options;

import io.kvbench.bindings.support.tls.Secret;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import java.util.Optional;

/** A user with a password, which is secret and not printed. */
public record EtcdCredentials(String user, String password) {
  /** Returns the user with the password that was given, directly or in a file. */
  public static Optional<EtcdCredentials> of(Settings settings) throws BindingException {
    Optional<String> user = settings.find(EtcdSettings.USER);
    Optional<String> password =
        Secret.find(EtcdSettings.PASSWORD, EtcdSettings.PASSWORD_FILE, settings);
    if (user.isPresent() != password.isPresent()) {
      throw new BindingException(
          user.isPresent()
              ? "etcd.user is given without a password; set etcd.password.file or etcd.password."
              : "a password is given without a user; set etcd.user.");
    }
    return user.flatMap(name -> password.map(secret -> new EtcdCredentials(name, secret)));
  }

  @Override
  public String toString() {
    return "credentials of " + user;
  }
}
