package io.kvbench.bindings.etcd.endpoint;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.BindingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Says where a connection goes. Asked when it is opened, and again whenever it has broken. */
@FunctionalInterface
public interface EndpointSource {

  /** Returns where to go, the first choice first; the others are for when it cannot be reached. */
  public List<Endpoint> find() throws BindingException, InterruptedException;

  /** Returns a source of all endpoints that begins with the one that a connection's number says. */
  static EndpointSource rotated(List<Endpoint> endpoints, int number) {
    List<Endpoint> rotated = new ArrayList<>(endpoints);
    Collections.rotate(rotated, -(number % endpoints.size()));
    List<Endpoint> order = List.copyOf(rotated);
    return () -> order;
  }
}
