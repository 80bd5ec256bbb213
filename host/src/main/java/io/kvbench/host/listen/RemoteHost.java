package io.kvbench.host.listen;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A host with a sidecar or an agent that listens.
 *
 * @param name what its figures go by
 */
public record RemoteHost(String name, HostAddress address) {

  /**
   * Reads {@code [NAME=]HOST[:PORT]}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RemoteHost parse(String text) {
    int at = text.indexOf('=');
    HostAddress address = HostAddress.parse(text.substring(at + 1).strip());
    String name = at < 0 ? address.host() : text.substring(0, at).strip();
    if (address.port() == 0 || name.isEmpty()) {
      throw new IllegalArgumentException(text);
    }
    return new RemoteHost(name, address);
  }

  /**
   * Reads a list of hosts, separated by commas.
   *
   * @throws IllegalArgumentException if one of them is none
   */
  public static List<RemoteHost> parseAll(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).map(RemoteHost::parse).toList();
  }

  /**
   * Adds names that are reserved or occur twice to the problems.
   *
   * @param setting which has the hosts
   */
  public static void checkNames(
      List<RemoteHost> hosts,
      Predicate<String> isReserved,
      Setting<?> setting,
      Settings settings,
      Problems problems) {
    Set<String> names = new HashSet<>();
    for (RemoteHost host : hosts) {
      boolean reserved = isReserved.test(host.name());
      if (reserved || !names.add(host.name())) {
        problems.add(
            settings.whereIs(setting),
            "%s has %s%s; use another name before =, as in NAME=%s."
                .formatted(
                    setting.name(),
                    host.name(),
                    reserved ? ", which is reserved" : " twice",
                    host.address()));
      }
    }
  }

  @Override
  public String toString() {
    return name.equals(address.host()) ? address.toString() : name + " (" + address + ")";
  }
}
