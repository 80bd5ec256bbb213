package io.kvbench.runner.distributed.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagesTest {
  @Test
  void ordersComeBackAsTheyWere() throws Exception {
    List<Order> orders =
        List.of(
            new Order.Refuse("another version"),
            new Order.Prepare(
                "workload",
                "memory",
                List.of(new Order.Assigned("clients", "3")),
                1,
                3,
                List.of("a:1"),
                OptionalInt.of(7),
                OptionalLong.of(1_000),
                Map.of("file", "digest")),
            new Order.Enter(2, 1_000_000, true),
            new Order.Begin(Instant.parse("2026-01-01T00:00:00.123456789Z")),
            new Order.Stop(),
            new Order.Account(),
            new Order.Leave());

    for (Order order : orders) {
      assertThat(Messages.order(Messages.encode((Record) order))).isEqualTo(order);
    }
  }

  @Test
  void machinesOfTheSameNameAreTwo() throws Exception {
    Hello here = Hello.ofThisProcess("0".repeat(64), OptionalInt.of(1));
    Hello copied =
        new Hello(
            here.version(), here.host(), "another-boot", 1, 2, here.fingerprint(), here.index());

    assertThat(Messages.hello(Messages.encode(here))).isEqualTo(here);
    assertThat(here.onThisMachine()).isTrue();
    assertThat(copied.onThisMachine()).isFalse();
    assertThat(copied.machine()).isNotEqualTo(here.machine());
  }

  @Test
  void reportsComeBackAsTheyWere() throws Exception {
    List<Report> reports =
        List.of(
            new Report.Prepared(),
            new Report.Ready(-5, 7),
            new Report.Waiting("releasing", 1, 2, 3),
            new Report.Began(Instant.EPOCH),
            new Report.Failed("no"));

    for (Report report : reports) {
      assertThat(Messages.report(Messages.encode((Record) report))).isEqualTo(report);
    }
    assertThat(Messages.report(Messages.encode(new Report.Passed(new byte[] {1, 2, 3}))))
        .isInstanceOfSatisfying(
            Report.Passed.class, passed -> assertThat(passed.interval()).containsExactly(1, 2, 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"type\":\"Enter\"}",
        "{\"type\":\"Enter\",\"phase\":null,\"end\":1,\"checked\":true}",
        "{\"type\":\"Enter\",\"phase\":1,\"end\":1,\"checked\":true,\"more\":1}",
        "{\"type\":\"Ready\",\"aheadNanos\":1,\"errorNanos\":1}",
        "{\"type\":\"Leave\"} {}",
      })
  void whatIsNoOrderIsRefused(String text) {
    byte[] message = text.getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> Messages.order(message)).isInstanceOf(IOException.class);
  }

  /** It is refused by its version, and therefore read. */
  @Test
  void anAgentOfALaterVersionMaySayMoreOfItself() throws Exception {
    String later =
        """
        {"type": "Hello", "version": "9.0", "host": "load1", "pid": 5, "processors": 2,
         "fingerprint": "%s", "accelerators": 1}"""
            .formatted("a".repeat(64));

    assertThat(Messages.hello(later.getBytes(StandardCharsets.UTF_8)).version()).isEqualTo("9.0");
  }
}
