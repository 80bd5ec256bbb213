package io.kvbench.bindings.consul.options;

import io.kvbench.bindings.support.tls.Secret;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import java.util.Optional;

/** An ACL token, which is secret, so the class has no printable accessors. */
public final class ConsulToken {
  private final String secret;

  private ConsulToken(String secret) {
    this.secret = secret;
  }

  /** Returns the token that was given, directly or in a file. */
  public static Optional<ConsulToken> of(Settings settings) throws BindingException {
    Optional<String> secret =
        Secret.find(ConsulSettings.TOKEN, ConsulSettings.TOKEN_FILE, settings).map(String::strip);
    if (secret.isPresent() && !secret.get().chars().allMatch(each -> each > ' ' && each <= '~')) {
      throw new BindingException(
          "the ACL token has characters that no token has; correct consul.token or"
              + " consul.token.file.");
    }
    return secret.map(ConsulToken::new);
  }

  /** Returns the token to send. */
  public String secret() {
    return secret;
  }

  @Override
  public String toString() {
    return "an ACL token";
  }
}
