package io.kvbench.core.server;

import java.nio.file.Path;
import java.util.Map;

/**
 * What clients need to connect to servers that are secured.
 *
 * @param settings the texts of settings by name, without secrets
 * @param files contents by path, which only their owner may read
 */
public record ClientAccess(Map<String, String> settings, Map<Path, String> files) {
  /** Servers that are open to everyone. */
  public static final ClientAccess OPEN = new ClientAccess(Map.of(), Map.of());

  public ClientAccess {
    settings = Map.copyOf(settings);
    files = Map.copyOf(files);
  }

  /** Without the contents, which are secrets. */
  @Override
  public String toString() {
    return settings.toString();
  }
}
