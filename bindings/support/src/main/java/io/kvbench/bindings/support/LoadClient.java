package io.kvbench.bindings.support;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.Locale;

/** The client that sends the load of a run. The setting has one name for all systems. */
public enum LoadClient {
  /** The binding's own connections, which cost as little client CPU as possible. */
  LIGHT,
  /** The client library that applications use. */
  LIBRARY;

  /** Declared by systems that have a light client, which is the default. */
  public static final Setting<LoadClient> LIGHT_BY_DEFAULT =
      Setting.choice(
              "client",
              LoadClient.class,
              "Client that carries the load: kvbench's own connections (light) or the client"
                  + " library that applications use (library).")
          .withDefault("light")
          .affecting(Affects.CLIENT);

  public static LoadClient of(Settings settings) {
    return settings.get(LIGHT_BY_DEFAULT);
  }

  /**
   * Adds a problem unless a run uses the only client of its system.
   *
   * @param why the reason, without a full stop
   */
  public static void checkOnly(
      LoadClient client, String why, Settings settings, Problems problems) {
    if (of(settings) != client) {
      problems.add(
          settings.whereIs(LIGHT_BY_DEFAULT),
          "client=%s is the only choice for this system: %s."
              .formatted(client.name().toLowerCase(Locale.ROOT), why));
    }
  }
}
