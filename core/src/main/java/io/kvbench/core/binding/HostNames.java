package io.kvbench.core.binding;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;

/**
 * Whether hosts are known at all, for bindings that open. One host that is known may do without the
 * others; where none is, waiting does not help, and the user is told at once.
 */
public final class HostNames {
  private HostNames() {}

  /**
   * Asks until one host is known, which may take time.
   *
   * @param hosts names or addresses
   * @throws BindingException if there is none
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
