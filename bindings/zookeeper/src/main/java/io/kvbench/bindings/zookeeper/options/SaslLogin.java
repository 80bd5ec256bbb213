package io.kvbench.bindings.zookeeper.options;

import java.io.IOException;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import org.jspecify.annotations.Nullable;

/** A SASL login on one connection, with a user and a password (DIGEST-MD5). */
public final class SaslLogin {
  /** The fixed name of ZooKeeper's servers in SASL. */
  private static final String PROTOCOL = "zookeeper";

  private static final String SERVER = "zk-sasl-md5";
  private static final byte[] NOTHING = {};

  private final SaslClient client;

  /**
   * Begins to log in.
   *
   * @param options of the login module, with {@code username} and {@code password}
   */
  SaslLogin(Map<String, ?> options) throws IOException {
    String user = String.valueOf(options.get("username"));
    String password = String.valueOf(options.get("password"));
    client =
        Sasl.createSaslClient(
            new String[] {"DIGEST-MD5"},
            user,
            PROTOCOL,
            SERVER,
            null,
            callbacks -> {
              for (Callback each : callbacks) {
                answer(each, user, password);
              }
            });
    if (client == null) {
      throw new IOException("this Java has no DIGEST-MD5");
    }
  }

  private static void answer(Callback callback, String user, String password) {
    switch (callback) {
      case NameCallback name -> name.setName(user);
      case PasswordCallback secret -> secret.setPassword(password.toCharArray());
      case RealmCallback realm -> realm.setText(realm.getDefaultText());
      default -> {} // the server asks for nothing else
    }
  }

  /** Returns the first message to send. */
  public static byte[] first() {
    return NOTHING;
  }

  /** Returns the next message to send; null if the login is complete. */
  public byte @Nullable [] next(byte @Nullable [] challenge) throws IOException {
    byte[] answer = client.evaluateChallenge(challenge == null ? NOTHING : challenge);
    return client.isComplete() ? null : answer;
  }
}
