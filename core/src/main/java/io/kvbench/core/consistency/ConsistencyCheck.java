package io.kvbench.core.consistency;

import io.kvbench.core.history.HistorySource;
import io.kvbench.core.history.KeyColumns;
import io.kvbench.core.history.KeyPartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The check of a history against what the system promises, as described in the package's
 * documentation. Immutable; each check uses its own threads.
 */
public final class ConsistencyCheck {
  /** Keys that a thread checks before it takes the next ones. */
  private static final int KEYS_AT_ONCE = 64;

  private final ConsistencyRules rules;

  public ConsistencyCheck(ConsistencyRules rules) {
    this.rules = rules;
  }

  /**
   * Checks a history, in several passes over it.
   *
   * @throws IOException if it cannot be read, or the thread is interrupted
   */
  public ConsistencyReport check(HistorySource source) throws IOException {
    KeyFindings findings = new KeyFindings();
    List<KeyPartition> partitions = KeyPartition.of(source, rules.memoryBytes());
    boolean incomplete = source.dropped() != 0;
    long keys = 0;
    for (KeyPartition partition : partitions) {
      KeyColumns columns = KeyColumns.read(source, partition);
      keys += columns.keys();
      checkKeys(columns, incomplete, findings);
    }
    long operations = new WholeChecks(rules, source).run(findings);
    return findings.report(rules, operations, keys, source.dropped());
  }

  private void checkKeys(KeyColumns columns, boolean incomplete, KeyFindings findings)
      throws IOException {
    AtomicInteger next = new AtomicInteger();
    int atOnce = columns.keys() > KEYS_AT_ONCE * rules.threads() ? KEYS_AT_ONCE : 1;
    try (ExecutorService pool = Executors.newFixedThreadPool(rules.threads())) {
      List<Future<KeyFindings>> parts = new ArrayList<>();
      for (int thread = 0; thread < rules.threads(); thread++) {
        parts.add(pool.submit(() -> checkSome(columns, incomplete, next, atOnce)));
      }
      for (Future<KeyFindings> part : parts) {
        findings.add(result(part, pool));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the history was checked", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a check failed", e.getCause());
    }
  }

  /** Waits for a part; an interruption ends all parts, for which closing the pool would wait. */
  private static KeyFindings result(Future<KeyFindings> part, ExecutorService pool)
      throws InterruptedException, ExecutionException {
    try {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return part.get();
    } catch (InterruptedException e) {
      pool.shutdownNow();
      throw e;
    }
  }

  private KeyFindings checkSome(
      KeyColumns columns, boolean incomplete, AtomicInteger next, int atOnce) {
    KeyFindings findings = new KeyFindings();
    SingleKeyCheck check = new SingleKeyCheck(rules, columns, incomplete);
    SingleKeyCheck exact = new SingleKeyCheck(rules.withOneClock(), columns, incomplete);
    for (int from = next.getAndAdd(atOnce);
        from < columns.keys() && !Thread.currentThread().isInterrupted();
        from = next.getAndAdd(atOnce)) {
      for (int key = from; key < Math.min(columns.keys(), from + atOnce); key++) {
        long certain = check.check(key, findings);
        if (!rules.hasOneClock()) {
          findings.addUndecidedByClock(Math.max(0, exact.violations(key) - certain));
        }
      }
    }
    return findings;
  }
}
