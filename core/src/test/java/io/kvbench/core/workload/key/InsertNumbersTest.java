package io.kvbench.core.workload.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of insert numbers of clients with different speeds, some of which are added. */
class InsertNumbersTest {
  private static final long FIRST = 1_000;

  private record Inserted(int client, long index) {}

  /** Inserting clients, in one or several parts of a run. */
  private static final class Run {
    final Map<Long, Inserted> numbers = new HashMap<>();
    final List<InsertNumbers> clients = new ArrayList<>();
    private final Map<Integer, Long> counts = new HashMap<>();
    private final List<InsertNumbers.Deal> deals = new ArrayList<>();

    Run(int initial, int parts) {
      for (int part = 0; part < parts; part++) {
        deals.add(new InsertNumbers.Deal(FIRST, new RunPart(part, parts)));
      }
      for (int client = 0; client < initial; client++) {
        clients.add(InsertNumbers.beforeAdded(FIRST, client, initial));
      }
    }

    void add(int part) {
      clients.add(deals.get(part).client());
    }

    void insert(int client) {
      long index = counts.merge(client, 1L, Long::sum) - 1;
      long number = clients.get(client).get(index);
      assertThat(number).isGreaterThanOrEqualTo(FIRST);
      assertThat(numbers.put(number, new Inserted(client, index))).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachIsOfOneInsertAndToldApart(long seed) {
    Random random = new Random(seed);
    int parts = 1 + random.nextInt(3);
    Run run = new Run(1 + random.nextInt(6), parts);
    for (int insert = 0; insert < 20_000; insert++) {
      if (random.nextInt(400) == 0) {
        run.add(random.nextInt(parts));
      }
      // Some insert far more than others.
      double drawn = Math.pow(random.nextDouble(), 4);
      run.insert((int) (drawn * run.clients.size()));
    }
    long last = Collections.max(run.numbers.keySet());
    for (long number = FIRST - 3; number <= last; number++) {
      Inserted owner = run.numbers.get(number);
      for (int client = 0; client < run.clients.size(); client++) {
        long index = run.clients.get(client).indexOf(number);
        if (owner != null && owner.client == client) {
          assertThat(index).isEqualTo(owner.index);
        } else if (index >= 0) {
          assertThat(owner).isNull();
          assertThat(index).isGreaterThanOrEqualTo(run.counts.getOrDefault(client, 0L));
        }
      }
    }
  }

  /** Keys keep their length, however many clients are added. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100, 3_000})
  void theyLieCloseTogether(int added) {
    Run run = new Run(50, 1);
    for (int client = 0; client < added; client++) {
      run.add(0);
    }
    for (int insert = 0; insert < 100_000; insert++) {
      run.insert(50 + insert % added);
    }

    assertThat(Collections.max(run.numbers.keySet()) - FIRST)
        .isLessThan((long) InsertNumbers.span(100_000));
  }

  /** The requests of the first clients depend on their own pace only. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 500})
  void thoseOfTheFirstClientsDoNotDependOnOthers(int others) {
    Run run = new Run(3, 1);
    run.add(0);
    for (int insert = 0; insert < others; insert++) {
      run.insert(3);
    }

    List<Long> first = List.of(1_000L, 1_004L, 1_008L, 1_012L);
    for (int insert = 0; insert < first.size(); insert++) {
      run.insert(0);
      assertThat(run.numbers).containsEntry(first.get(insert), new Inserted(0, insert));
    }
  }
}
