package io.kvbench.runner.run.hosts;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Connects to all sidecars that a run asks for, or to none. */
final class RemoteSidecars {
  private RemoteSidecars() {}

  /**
   * Connects to them, in their order.
   *
   * @throws HostsException which tells of all that do not answer
   */
  static List<RemoteSidecar> connect(Settings settings, NanoClock clock)
      throws HostsException, InterruptedException {
    List<RemoteSidecar> connected = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    boolean all = false;
    try {
      for (RemoteHost host : settings.find(RemoteSettings.HOSTS).orElse(List.of())) {
        try {
          connected.add(RemoteSidecar.connect(host, settings, clock));
        } catch (IOException e) {
          failures.add(String.valueOf(e.getMessage()));
        }
      }
      if (!failures.isEmpty()) {
        throw new HostsException("host samples cannot be read: " + String.join("; ", failures));
      }
      all = true;
      return connected;
    } finally {
      if (!all) {
        connected.forEach(RemoteSidecar::end);
      }
    }
  }
}
