package io.kvbench.runner.run;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The systems that can be put under load: those of every binding on the class path. */
public final class Bindings {

  /** A system and the binding that reaches it. */
  public record Reachable(SystemDescriptor system, BindingProvider provider) {

    /** Returns a request for servers of the system, as it is with these settings. */
    public ClusterRequest servers(List<String> endpoints, Settings settings) {
      return ClusterRequest.of(provider, provider.with(system, settings), endpoints, settings);
    }
  }

  private final List<Reachable> reachable;

  /** Offers the systems of these bindings. */
  public Bindings(List<BindingProvider> providers) {
    reachable =
        providers.stream()
            .flatMap(
                provider ->
                    provider.systems().stream().map(system -> new Reachable(system, provider)))
            .sorted(Comparator.comparing(each -> each.system().name()))
            .toList();
  }

  /** Offers the systems of every binding on the class path. */
  public static Bindings load() {
    return new Bindings(
        ServiceLoader.load(BindingProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  /** Returns these and those of further bindings, which win over ones of the same name. */
  public Bindings and(List<BindingProvider> further) {
    List<BindingProvider> all = new ArrayList<>(further);
    reachable.stream().map(Reachable::provider).distinct().forEach(all::add);
    return new Bindings(all);
  }

  public List<Reachable> all() {
    return reachable;
  }

  public List<String> names() {
    return reachable.stream().map(each -> each.system().name()).toList();
  }

  public Optional<Reachable> find(String name) {
    return reachable.stream().filter(each -> each.system().name().equals(name)).findFirst();
  }
}
