package io.kvbench.core.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomStreamTest {

  @Test
  void isTheSameForTheSameSeed() {
    assertThat(RandomStream.RUN.create(7, 3).nextLong())
        .isEqualTo(RandomStream.RUN.create(7, 3).nextLong());
  }

  @Test
  void differsByPurposeSeedAndIndex() {
    Set<Long> firsts = new HashSet<>();
    for (RandomStream purpose : RandomStream.values()) {
      for (long seed = 0; seed < 10; seed++) {
        for (int index = 0; index < 1000; index++) {
          firsts.add(purpose.create(seed, index).nextLong());
        }
      }
    }
    assertThat(firsts).hasSize(RandomStream.values().length * 10 * 1000);
  }

  /** First draws of neighbouring clients must look like draws of one good generator. */
  @Test
  void neighboursAreNotCorrelated() {
    int[] client = {0};
    assertThat(
            Fit.pValue(
                random -> RandomStream.RUN.create(1, client[0]++).nextLong(20), 20, number -> 1))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }
}
