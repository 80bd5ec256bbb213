package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelQueriesTest {
  @Test
  void asksAllAtOnceAndAnswersInOrder() throws Exception {
    List<Endpoint> endpoints = List.of(new Endpoint("a", 1), new Endpoint("b", 2));
    CountDownLatch both = new CountDownLatch(2);
    List<String> answers =
        ParallelQueries.all(
            endpoints,
            endpoint -> {
              both.countDown();
              both.await();
              return endpoint.host();
            });
    assertThat(answers).containsExactly("a", "b");
  }
}
