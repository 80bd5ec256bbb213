package io.kvbench.bindings.support.tls;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.util.Optional;

/** A secret that one setting contains, or the first line of a file that another one names. */
public final class Secret {
  private Secret() {}

  /** Returns the secret; empty if neither is given. */
  public static Optional<String> find(
      Setting<String> direct, Setting<String> file, Settings settings) throws BindingException {
    Optional<String> path = settings.find(file);
    if (path.isEmpty()) {
      return settings.find(direct);
    }
    if (settings.find(direct).isPresent()) {
      throw new BindingException(
          "%s: %s and %s are both set; keep one."
              .formatted(settings.whereIs(file), direct.name(), file.name()));
    }
    String which = file.name() + " " + path.get();
    try {
      return Optional.of(
          InputFile.text(InputFile.path(path.get()))
              .lines()
              .findFirst()
              .filter(line -> !line.isBlank())
              .orElseThrow(() -> new BindingException(which + " is empty.")));
    } catch (IOException e) {
      throw new BindingException(which + " cannot be read: " + FileReason.of(e) + ".", e);
    }
  }
}
