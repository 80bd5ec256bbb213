import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A hand-written loop with virtual threads and responses from another thread, without any recording: the baseline for kvbench's hand-over. The queue and its thread work like those of {@code memory.handover}.
 *
 * <pre>java ByHand.java CLIENTS OPERATIONS</pre>
 */
final class ByHand {
  private final Queue<CompletableFuture<Boolean>> submitted = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean parked = new AtomicBoolean();
  private final Thread answering = Thread.ofPlatform().daemon().unstarted(this::answer);

  private ByHand() {}

  public static void main(String[] arguments) throws InterruptedException {
    int clients = Integer.parseInt(arguments[0]);
    long operations = Long.parseLong(arguments[1]);
    long nanos = new ByHand().run(clients, operations / clients);
    long done = operations / clients * clients;
    System.out.println("operations " + done);
    System.out.println("operationsPerSecond " + Math.round(done * 1e9 / nanos));
  }

  private long run(int clients, long each) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(clients);
    answering.start();
    for (int client = 0; client < clients; client++) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                for (long operation = 0; operation < each; operation++) {
                  submit().join();
                }
                end.countDown();
              });
    }
    long started = System.nanoTime();
    start.countDown();
    end.await();
    return System.nanoTime() - started;
  }

  private CompletableFuture<Boolean> submit() {
    CompletableFuture<Boolean> future = new CompletableFuture<>();
    submitted.add(future);
    if (parked.get() && parked.compareAndSet(true, false)) {
      LockSupport.unpark(answering);
    }
    return future;
  }

  private void answer() {
    while (true) {
      CompletableFuture<Boolean> future = submitted.poll();
      if (future != null) {
        future.complete(true);
      } else {
        parked.set(true);
        if (submitted.isEmpty()) {
          LockSupport.park(this);
        }
        parked.set(false);
      }
    }
  }
}
