package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Secrets;
import io.kvbench.core.setting.Setting;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The definition of a suite as it was written, by name. Secrets are masked: a suite may resume with
 * another password.
 */
final class SuiteDefinition {
  private static final String SECRET = "********";

  private final Set<String> secrets = new HashSet<>();
  private final Map<String, String> texts = new TreeMap<>();

  /** Creates an empty definition that masks the secrets among these properties. */
  SuiteDefinition(Collection<Setting<?>> properties) {
    for (Setting<?> setting : properties) {
      if (setting.secret()) {
        secrets.add(setting.name());
        secrets.addAll(setting.aliases());
      }
    }
  }

  /** Adds a line; a later one of the same key wins. */
  void add(String key, Assignment line) {
    int at = line.name().indexOf('@');
    String property = at < 0 ? line.name() : line.name().substring(0, at);
    texts.put(key, secrets.contains(property) ? SECRET : Secrets.maskFlags(line.text()));
  }

  Map<String, String> texts() {
    return texts;
  }
}
