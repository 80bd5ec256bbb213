package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kvbench.core.binding.BindingException;
import java.time.Duration;
import java.util.Arrays;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;

/** The opening of a binding that must fail. */
@FunctionalInterface
public interface RefusedOpening {
  /** Opens the binding within a limit. */
  AutoCloseable within(Duration limit) throws Exception;

  /**
   * Opens with growing limits, from a second on, until the message contains all of some texts: a
   * busy machine may not find the reason within a short one.
   */
  static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      RefusedOpening opening, String... told) {
    @Nullable Throwable thrown = null;
    for (int seconds = 1; seconds <= 32 && !tells(thrown, told); seconds *= 2) {
      Duration limit = Duration.ofSeconds(seconds);
      thrown = catchThrowable(() -> opening.within(limit).close());
    }
    AbstractThrowableAssert<?, ? extends Throwable> refused =
        assertThat(thrown).isInstanceOf(BindingException.class);
    for (String text : told) {
      refused.hasMessageContaining(text);
    }
    return refused;
  }

  private static boolean tells(@Nullable Throwable thrown, String... told) {
    return thrown instanceof BindingException
        && Arrays.stream(told).allMatch(String.valueOf(thrown.getMessage())::contains);
  }
}
