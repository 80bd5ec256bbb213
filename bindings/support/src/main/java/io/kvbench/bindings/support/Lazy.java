package io.kvbench.bindings.support;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lazily created part of a session: most sessions have no locks. One thread at a time uses it,
 * while any may close it.
 */
public final class Lazy<T> {
  private final Supplier<? extends T> maker;
  private volatile @Nullable T made;

  /** Creates a part that does not exist yet. */
  public Lazy(Supplier<? extends T> maker) {
    this.maker = maker;
  }

  /** Returns the part, creating it if necessary. */
  public T get() {
    T known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }

  /** Returns whether the part exists. */
  public boolean isMade() {
    return made != null;
  }

  /** Runs an action on the part, if it exists. */
  public void ifMade(Consumer<? super T> action) {
    T known = made;
    if (known != null) {
      action.accept(known);
    }
  }
}
