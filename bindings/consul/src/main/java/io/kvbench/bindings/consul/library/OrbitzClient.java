package io.kvbench.bindings.consul.library;

import com.orbitz.consul.Consul;
import com.orbitz.consul.KeyValueClient;
import com.orbitz.consul.model.ConsulResponse;
import com.orbitz.consul.model.kv.ImmutableOperation;
import com.orbitz.consul.model.kv.Operation;
import com.orbitz.consul.model.kv.Value;
import com.orbitz.consul.model.session.ImmutableSession;
import com.orbitz.consul.option.ConsistencyMode;
import com.orbitz.consul.option.DeleteOptions;
import com.orbitz.consul.option.ImmutableDeleteOptions;
import com.orbitz.consul.option.ImmutablePutOptions;
import com.orbitz.consul.option.ImmutableQueryOptions;
import com.orbitz.consul.option.ImmutableTransactionOptions;
import com.orbitz.consul.option.PutOptions;
import com.orbitz.consul.option.QueryOptions;
import io.kvbench.core.operation.ReadConsistency;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A client of {@code com.orbitz.consul:consul-client}; {@link KiwiClient} has the same calls. */
public final class OrbitzClient implements LibraryClient {
  private final Consul consul;
  private final KeyValueClient keys;
  private final Optional<String> datacenter;
  private final @Nullable String sessionDatacenter;
  private final PutOptions put;
  private final DeleteOptions delete;
  private final QueryOptions defaultRead;
  private final QueryOptions consistentRead;
  private final QueryOptions staleRead;

  public OrbitzClient(Consul consul, Optional<String> datacenter) {
    this.consul = consul;
    this.keys = consul.keyValueClient();
    this.datacenter = datacenter;
    this.sessionDatacenter = datacenter.orElse(null);
    this.put = ImmutablePutOptions.builder().dc(datacenter).build();
    this.delete = ImmutableDeleteOptions.builder().datacenter(datacenter).build();
    this.defaultRead = read(ConsistencyMode.DEFAULT);
    this.consistentRead = read(ConsistencyMode.CONSISTENT);
    this.staleRead = read(ConsistencyMode.STALE);
  }

  private QueryOptions read(ConsistencyMode mode) {
    return ImmutableQueryOptions.builder().datacenter(datacenter).consistencyMode(mode).build();
  }

  private QueryOptions read(ReadConsistency consistency) {
    return switch (consistency) {
      case DEFAULT -> defaultRead;
      case LINEARIZABLE -> consistentRead;
      case STALE -> staleRead;
    };
  }

  private QueryOptions read(ReadOptions options) {
    QueryOptions read = read(options.consistency());
    return options.above() == 0
        ? read
        : ImmutableQueryOptions.builder()
            .from(read)
            .index(BigInteger.valueOf(options.above()))
            .wait(options.seconds())
            .build();
  }

  private record OrbitzRecord(Value record) implements Stored {
    static List<OrbitzRecord> all(@Nullable Collection<Value> records) {
      return records == null ? List.of() : records.stream().map(OrbitzRecord::new).toList();
    }

    static StoredList all(ConsulResponse<List<Value>> answer) {
      return new StoredList(answer.getIndex().longValue(), all(answer.getResponse()));
    }

    @Override
    public String key() {
      return record.getKey();
    }

    @Override
    public byte[] value() {
      return record.getValueAsBytes().orElse(new byte[0]);
    }

    @Override
    public long index() {
      return record.getModifyIndex();
    }

    @Override
    public long flags() {
      return record.getFlags();
    }

    @Override
    public Optional<String> session() {
      return record.getSession();
    }
  }

  @Override
  public boolean put(String key, byte[] value, long flags) {
    return keys.putValue(key, value, flags, put);
  }

  @Override
  public boolean put(String key, byte[] value, WriteCondition condition) {
    PutOptions options =
        ImmutablePutOptions.builder()
            .from(put)
            .cas(condition.index())
            .acquire(condition.acquire())
            .release(condition.release())
            .build();
    return keys.putValue(key, value, 0, options);
  }

  @Override
  public void delete(String key) {
    keys.deleteKey(key, delete);
  }

  @Override
  public Optional<? extends Stored> get(String key, ReadOptions options) {
    return keys.getValue(key, read(options)).map(OrbitzRecord::new);
  }

  @Override
  public Optional<StoredList> answer(String key, ReadOptions options) {
    return keys.getConsulResponseWithValue(key, read(options))
        .map(
            found ->
                new StoredList(
                    found.getIndex().longValue(), List.of(new OrbitzRecord(found.getResponse()))));
  }

  @Override
  public List<? extends Stored> list(String prefix, ReadOptions options) {
    return OrbitzRecord.all(keys.getValues(prefix, read(options)));
  }

  @Override
  public StoredList answers(String prefix, ReadOptions options) {
    return OrbitzRecord.all(keys.getConsulResponseWithValues(prefix, read(options)));
  }

  @Override
  public int countKeys(String prefix, ReadOptions options) {
    return keys.getKeys(prefix, read(options)).size();
  }

  @Override
  public List<? extends List<? extends Stored>> transact(
      List<TransactionStep> steps, ReadConsistency consistency) {
    ImmutableTransactionOptions options =
        ImmutableTransactionOptions.builder()
            .datacenter(datacenter)
            .consistencyMode(read(consistency).getConsistencyMode())
            .build();
    Operation[] operations = steps.stream().map(OrbitzClient::operation).toArray(Operation[]::new);
    return keys.performTransaction(options, operations).getResponse().results().stream()
        .map(result -> OrbitzRecord.all(result.values()))
        .toList();
  }

  private static Operation operation(TransactionStep step) {
    return ImmutableOperation.builder()
        .verb(step.verb())
        .key(step.key())
        .session(step.session())
        .value(step.value())
        .flags(step.flags())
        .build();
  }

  @Override
  public String createSession(String timeToLive, String lockDelay, String behavior) {
    ImmutableSession session =
        ImmutableSession.builder()
            .name("kvbench")
            .ttl(timeToLive)
            .lockDelay(lockDelay)
            .behavior(behavior)
            .build();
    return consul.sessionClient().createSession(session, sessionDatacenter).getId();
  }

  @Override
  public boolean renewSession(String session) {
    return consul.sessionClient().renewSession(sessionDatacenter, session).isPresent();
  }

  @Override
  public void destroySession(String session) {
    consul.sessionClient().destroySession(session, sessionDatacenter);
  }

  @Override
  public void cancel() {
    consul.destroy();
  }
}
