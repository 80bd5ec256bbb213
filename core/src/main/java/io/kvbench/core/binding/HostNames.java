package io.kvbench.core.binding;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;

/**
 * A check, before a binding connects, that host names resolve. One host that resolves is enough; if
 * none does, waiting does not help, and the user gets an error at once.
 */
public final class HostNames {
  private HostNames() {}

  /**
   * Resolves hosts until one succeeds, which may take time.
   *
   * @param hosts names or addresses
   * @throws BindingException if none resolves
   */
  public static void check(String title, String endpoints, Collection<String> hosts)
      throws BindingException {
    if (hosts.stream().noneMatch(HostNames::isKnown)) {
      throw new BindingException(
          title
              + " cannot be used at "
              + endpoints
              + ": no such host is known. Correct endpoints=.");
    }
  }

  private static boolean isKnown(String host) {
    try {
      return InetAddress.getAllByName(host).length > 0;
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
