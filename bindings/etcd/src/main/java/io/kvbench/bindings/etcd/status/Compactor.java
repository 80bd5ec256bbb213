package io.kvbench.bindings.etcd.status;

import io.grpc.StatusException;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The periodic removal of old revisions under load. Failures are only counted. */
public final class Compactor {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final JetcdClient jetcd;
  private final EtcdClientOptions.Compaction compaction;
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final Thread thread;

  private Compactor(JetcdClient jetcd, EtcdClientOptions.Compaction compaction) {
    this.jetcd = jetcd;
    this.compaction = compaction;
    this.thread = Thread.ofVirtual().name("etcd-compactor").unstarted(this::work);
  }

  public static Compactor start(JetcdClient jetcd, EtcdClientOptions.Compaction compaction) {
    Compactor started = new Compactor(jetcd, compaction);
    if (started.isOn()) {
      started.thread.start();
    }
    return started;
  }

  private boolean isOn() {
    return !compaction.interval().isZero();
  }

  private void work() {
    long lowest = 0;
    try {
      while (true) {
        Thread.sleep(compaction.interval());
        lowest = compact(lowest);
      }
    } catch (InterruptedException e) {
      // stopped
    }
  }

  /** Returns the lowest remaining revision. */
  private long compact(long lowest) throws InterruptedException {
    try {
      long wanted = jetcd.revision(LIMIT) - compaction.delta();
      if (wanted <= lowest) {
        return lowest;
      }
      jetcd.compact(wanted, LIMIT);
      done.incrementAndGet();
      return wanted;
    } catch (StatusException e) {
      failed.incrementAndGet();
      return lowest;
    }
  }

  /** Adds the number of compactions, if enabled. */
  public void tell(Map<String, String> details) {
    if (isOn()) {
      details.put("compactions", Long.toString(done.get()));
      details.put("compactionFailures", Long.toString(failed.get()));
    }
  }

  public void end() {
    thread.interrupt();
  }
}
