package io.kvbench.bindings.etcd.endpoint;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.BindingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A source of a connection's endpoints, queried when it is opened and whenever it has broken. */
@FunctionalInterface
public interface EndpointSource {

  /** Returns the endpoints, in order of preference; the later ones are fallbacks. */
  public List<Endpoint> find() throws BindingException, InterruptedException;

  /** Returns a source of all endpoints, rotated by a connection's number. */
  static EndpointSource rotated(List<Endpoint> endpoints, int number) {
    List<Endpoint> rotated = new ArrayList<>(endpoints);
    Collections.rotate(rotated, -(number % endpoints.size()));
    List<Endpoint> order = List.copyOf(rotated);
    return () -> order;
  }
}
