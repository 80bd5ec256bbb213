package io.kvbench.runner.junit;

import io.kvbench.runner.embed.Servers;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * The extension's values in the store of a JUnit context. Uses only methods that JUnit 5.12 and
 * JUnit 6 both have: {@code computeIfAbsent} came with 6, and before 5.13 the store closed only
 * {@code CloseableResource}.
 */
@SuppressWarnings("deprecation")
record ContextStore(Store store) {
  private static final Namespace NAMESPACE = Namespace.create(ContextStore.class);

  static ContextStore of(ExtensionContext context) {
    return new ContextStore(context.getStore(NAMESPACE));
  }

  /** Returns the value of this type; computes it on the first call. */
  <V> V value(Class<V> type, Supplier<V> supplier) {
    return Objects.requireNonNull(
        store.getOrComputeIfAbsent(type, key -> supplier.get(), type), "value");
  }

  /** Returns the servers with this key; the first call starts them, and the context stops them. */
  Servers servers(Object key, Supplier<Servers> start) {
    return Objects.requireNonNull(
            store.getOrComputeIfAbsent(
                key, absent -> new OpenServers(start.get()), OpenServers.class),
            "servers")
        .servers();
  }

  /** Servers that the store closes, once: from JUnit 5.13 on as {@code AutoCloseable}, too. */
  private record OpenServers(Servers servers) implements Store.CloseableResource, AutoCloseable {
    @Override
    public void close() {
      servers.close();
    }
  }
}
