package io.kvbench.core.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SystemDescriptorTest {
  private static SystemDescriptor system(Set<Capability> capabilities) {
    return new SystemDescriptor("store", "Store", capabilities, Map.of(), List.of(), false);
  }

  @Test
  void aSystemWithoutTheWholeLacksItsPartsForTheSameReason() {
    SystemDescriptor system =
        system(EnumSet.allOf(Capability.class)).lacking("no events.", Capability.WATCHER);

    assertThat(system.capabilities())
        .doesNotContain(Capability.WATCHER, Capability.WATCHER_ALL, Capability.WATCHER_ONCE)
        .contains(Capability.WATCHER_REPLAY, Capability.ONE_SHOT_SESSION);
    assertThat(system.reasons())
        .containsEntry(Capability.WATCHER_ALL, "no events.")
        .doesNotContainKey(Capability.WATCHER_REPLAY);
  }

  @Test
  void aReasonOfItsOwnIsBetter() {
    SystemDescriptor system =
        system(EnumSet.of(Capability.READ_DEFAULT))
            .lacking("streams do not end.", Capability.WATCHER_ONCE)
            .lacking("no events.", Capability.WATCHER);

    assertThat(system.reasons())
        .containsEntry(Capability.WATCHER_ONCE, "streams do not end.")
        .containsEntry(Capability.WATCHER_SHORT, "no events.");
  }
}
