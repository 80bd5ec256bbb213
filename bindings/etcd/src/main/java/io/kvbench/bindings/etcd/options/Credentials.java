package io.kvbench.bindings.etcd.options;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.util.Optional;

/** A user with a password, which is secret, so the class has no printable accessors. */
public final class Credentials {
  private final String user;
  private final String password;

  private Credentials(String user, String password) {
    this.user = user;
    this.password = password;
  }

  /** Returns the user with the password that was given, directly or in a file. */
  public static Optional<Credentials> of(Settings settings) throws BindingException {
    Optional<String> user = settings.find(EtcdSettings.USER);
    Optional<String> direct = settings.find(EtcdSettings.PASSWORD);
    Optional<String> file = settings.find(EtcdSettings.PASSWORD_FILE);
    if (direct.isPresent() && file.isPresent()) {
      throw new BindingException("etcd.password and etcd.password.file are both set; keep one.");
    }
    Optional<String> password = file.isPresent() ? Optional.of(firstLine(file.get())) : direct;
    if (user.isPresent() != password.isPresent()) {
      throw new BindingException(
          user.isPresent()
              ? "etcd.user is given without a password; set etcd.password.file or etcd.password."
              : "a password is given without a user; set etcd.user.");
    }
    return user.flatMap(name -> password.map(secret -> new Credentials(name, secret)));
  }

  private static String firstLine(String file) throws BindingException {
    try {
      return InputFile.text(InputFile.path(file))
          .lines()
          .findFirst()
          .orElseThrow(() -> new BindingException("etcd.password.file " + file + " is empty."));
    } catch (IOException e) {
      throw new BindingException(
          "etcd.password.file " + file + " cannot be read: " + FileReason.of(e) + ".", e);
    }
  }

  public String user() {
    return user;
  }

  public String password() {
    return password;
  }

  @Override
  public String toString() {
    return "credentials of " + user;
  }
}
