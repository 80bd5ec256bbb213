package io.kvbench.bindings.support;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A part of a session that is made when it is first used: most sessions have no locks. One thread
 * at a time uses it, while any may close it.
 */
public final class Lazy<T> {
  private final Supplier<? extends T> maker;
  private volatile @Nullable T made;

  /** Creates a part that has not been made. */
  public Lazy(Supplier<? extends T> maker) {
    this.maker = maker;
  }

  /** Returns the part, which is made now if it has not been. */
  public T get() {
    T known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }

  /** Returns whether the part has been made. */
  public boolean isMade() {
    return made != null;
  }

  /** Does something with the part, if it has been made. */
  public void ifMade(Consumer<? super T> action) {
    T known = made;
    if (known != null) {
      action.accept(known);
    }
  }
}
