package io.kvbench.docker;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.util.List;

/** The settings of servers in containers. */
final class DockerSettings {
  static final Setting<String> IMAGE =
      Setting.text(
              "cluster.docker.image",
              "Image of the servers, with its version; if unset, the official image if it is"
                  + " present locally, else the one built by docker/prepare, else the official one"
                  + " is pulled.")
          .affecting(Affects.SERVERS)
          .deciding(Fact.VERSION);

  private DockerSettings() {}

  static List<Setting<?>> all() {
    return List.of(IMAGE);
  }
}
