package io.kvbench.core.server;

import java.nio.file.Path;
import java.util.Map;

/**
 * The settings and files with which clients connect to secured servers.
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

  /** Without the contents, which are secret. */
  @Override
  public String toString() {
    return settings.toString();
  }
}
