package com.example.redis;

import static io.kvbench.core.operation.ErrorKind.*;
import static io.kvbench.core.operation.Outcome.*;
import static redis.clients.jedis.params.SetParams.setParams;

import io.kvbench.core.binding.BlockingSession;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/** The session of one client. Redis has one command for each operation. */
final class RedisSession extends BlockingSession {
  private final RedisLink link;

  RedisSession(RedisLink link) {
    this.link = link;
  }

  @Override
  protected void perform(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert(var key, var value) ->
          completion.succeeded(set(key, value, setParams().nx()) ? OK : ALREADY_EXISTS);
      case Operation.Update(var key, var value) ->
          completion.succeeded(set(key, value, setParams().xx()) ? OK : NOT_FOUND);
      case Operation.Delete(var key) ->
          completion.succeeded(link.ask(it -> it.del(key.toByteArray())) == 0 ? NOT_FOUND : OK);
      case Operation.Read(var key, var fresh) when fresh == ReadConsistency.DEFAULT -> {
        byte[] value = link.ask(jedis -> jedis.get(key.toByteArray()));
        if (value == null) completion.succeeded(NOT_FOUND);
        else completion.found(ByteBuffer.wrap(value), 0);
      }
      case Operation.ReadTransaction(var keys, var fresh) when fresh == ReadConsistency.DEFAULT -> {
        byte[][] names = keys.stream().map(Key::toByteArray).toArray(byte[][]::new);
        var values = link.ask(jedis -> jedis.mget(names)).stream();
        completion.scanned((int) values.filter(Objects::nonNull).count());
      }
      default -> completion.failed(INVALID, "the binding of Redis cannot do this");
    }
  }

  private boolean set(Key key, Value value, SetParams condition) {
    return link.ask(jedis -> jedis.set(key.toByteArray(), value.toByteArray(), condition)) != null;
  }

  @Override
  protected ErrorKind errorKind(Exception exception) {
    if (exception instanceof JedisConnectionException) {
      return exception.getCause() instanceof SocketTimeoutException ? TIMEOUT : CONNECTION_LOST;
    }
    return switch (String.valueOf(exception.getMessage()).split(" ", 2)[0]) {
      case "LOADING", "BUSY", "MASTERDOWN", "READONLY" -> UNAVAILABLE;
      case "NOAUTH", "WRONGPASS", "NOPERM" -> UNAUTHORIZED;
      default -> OTHER;
    };
  }

  @Override
  public void recover(Duration limit) throws InterruptedException {
    try {
      link.reconnect(limit);
    } catch (JedisException e) {
      Thread.sleep(Math.min(20, limit.toMillis())); // the next operation shows the result
    }
  }
}
