package io.kvbench.bindings.consul.options;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.util.Optional;

/** An ACL token, which is secret, so the class has no printable accessors. */
public final class Token {
  private final String secret;

  private Token(String secret) {
    this.secret = secret;
  }

  /** Returns the token that was given, directly or in a file. */
  public static Optional<Token> of(Settings settings) throws BindingException {
    Optional<String> direct = settings.find(ConsulSettings.TOKEN);
    Optional<String> file = settings.find(ConsulSettings.TOKEN_FILE);
    if (direct.isPresent() && file.isPresent()) {
      throw new BindingException(
          settings.whereIs(ConsulSettings.TOKEN_FILE)
              + ": consul.token and consul.token.file are both set; keep one.");
    }
    Optional<String> secret = file.isPresent() ? Optional.of(firstLine(file.get())) : direct;
    if (secret.isPresent() && !secret.get().chars().allMatch(each -> each > ' ' && each <= '~')) {
      throw new BindingException(
          "the ACL token has characters that no token has; correct consul.token or"
              + " consul.token.file.");
    }
    return secret.map(Token::new);
  }

  private static String firstLine(String file) throws BindingException {
    try {
      return InputFile.text(InputFile.path(file))
          .lines()
          .findFirst()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .orElseThrow(() -> new BindingException("consul.token.file " + file + " is empty."));
    } catch (IOException e) {
      throw new BindingException(
          "consul.token.file " + file + " cannot be read: " + FileReason.of(e) + ".", e);
    }
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
