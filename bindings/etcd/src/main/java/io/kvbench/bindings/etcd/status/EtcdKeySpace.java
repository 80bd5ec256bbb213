package io.kvbench.bindings.etcd.status;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.ByteSequence;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * The keys with a prefix, which are removed range by range. Records, locks, elections, leases' keys
 * and groups' members all have it.
 */
public final class EtcdKeySpace implements KeySpace {
  /**
   * etcd counts all keys after a range's first ones, so that small pages take long; one delete of a
   * range holds its lock, so that large pages delay other requests.
   */
  private static final int PAGE = 5_000;

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

  private final JetcdClient jetcd;
  private final ByteString prefix;
  private final EtcdRequests requests;

  /** Deleted keys stay in etcd's index until a compaction, so later pages do not start there. */
  private ByteString next;

  public EtcdKeySpace(JetcdClient jetcd, ByteString prefix, EtcdRequests requests) {
    this.jetcd = jetcd;
    this.prefix = prefix;
    this.requests = requests;
    this.next = requests.first();
  }

  @Override
  public List<String> areas() {
    return List.of(prefix.toString(StandardCharsets.ISO_8859_1));
  }

  @Override
  public long count() throws BindingException, InterruptedException {
    try {
      return jetcd.count(LIMIT);
    } catch (StatusException e) {
      throw new BindingException("etcd does not count its keys: " + why(e) + ".", e);
    }
  }

  @Override
  public long removeSome() throws BindingException, InterruptedException {
    try {
      return removePage();
    } catch (StatusException e) {
      throw new BindingException("etcd does not delete keys: " + why(e) + ".", e);
    }
  }

  /** Another client may have deleted a page first: then there may be more after it. */
  private long removePage() throws StatusException, InterruptedException {
    long removed = 0;
    List<ByteSequence> keys = jetcd.keys(next, PAGE, LIMIT);
    while (!keys.isEmpty()) {
      ByteString behind = ByteString.copyFrom(keys.getLast().getBytes()).concat(ZERO);
      removed = jetcd.delete(next, behind, LIMIT);
      next = behind;
      if (removed > 0) {
        return removed;
      }
      keys = jetcd.keys(next, PAGE, LIMIT);
    }
    next = requests.first();
    return removed;
  }

  private static String why(StatusException e) {
    return EtcdFailure.of(e.getStatus()).message();
  }
}
