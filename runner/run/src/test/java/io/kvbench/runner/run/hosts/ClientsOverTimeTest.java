package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClientsOverTimeTest {
  @Test
  void tellsOfTheTimeOfASampleAndNotOfItsArrival() {
    ClientsOverTime clients = new ClientsOverTime();
    clients.from(Samples.at(10), OptionalLong.of(20));
    clients.from(Samples.at(11), OptionalLong.of(20));
    clients.from(Samples.at(12), OptionalLong.of(5));
    clients.from(Samples.at(15), OptionalLong.empty());

    assertThat(clients.at(Samples.at(9))).as("before the phase").isEmpty();
    assertThat(clients.at(Samples.at(10))).hasValue(20);
    assertThat(clients.at(Samples.at(11))).hasValue(20);
    assertThat(clients.at(Samples.at(14))).hasValue(5);
    assertThat(clients.at(Samples.at(16))).as("after it").isEmpty();
  }
}
