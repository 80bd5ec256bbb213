package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimesToLiveTest {
  private static final Setting<Duration> LOCK =
      Setting.duration("lock.ttl", "a lock's").withDefault("1ms");

  private final Problems problems = new Problems();

  private void check(String... given) {
    Assignments assignments = new Assignments();
    List.of(given).forEach(text -> assignments.add("lock.ttl", text, Origin.of("-p")));
    Settings settings = Settings.resolve(assignments, List.of(LOCK), problems);
    TimesToLive.check(settings, time -> time.toSeconds() >= 10, "10s or more", problems);
  }

  @Test
  void saysWhatIsGranted() {
    check("9s");
    assertThat(problems.list())
        .singleElement()
        .hasToString("-p: lock.ttl=9s is not granted; set it to 10s or more.");
  }

  @Test
  void leavesGrantedOnesAndDefaultsAlone() {
    check("10s");
    check();
    assertThat(problems.list()).isEmpty();
  }
}
