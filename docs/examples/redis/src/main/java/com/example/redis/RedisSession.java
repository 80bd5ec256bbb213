package com.example.redis;

import static io.kvbench.core.operation.ErrorKind.*;

import io.kvbench.core.binding.BlockingSession;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/** One client. Redis has one command for each operation. */
final class RedisSession extends BlockingSession {
  private static final long STEP_MILLIS = 20;

  private final RedisLink link;

  RedisSession(RedisLink link) {
    this.link = link;
  }

  @Override
  protected void perform(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert(var key, var value) -> {
        SetParams absent = SetParams.setParams().nx();
        String done = link.ask(jedis -> jedis.set(key.toByteArray(), value.toByteArray(), absent));
        completion.succeeded(done == null ? Outcome.ALREADY_EXISTS : Outcome.OK);
      }
      case Operation.Update(var key, var value) -> {
        SetParams present = SetParams.setParams().xx();
        String done = link.ask(jedis -> jedis.set(key.toByteArray(), value.toByteArray(), present));
        completion.succeeded(done == null ? Outcome.NOT_FOUND : Outcome.OK);
      }
      case Operation.Delete(var key) -> {
        long deleted = link.ask(jedis -> jedis.del(key.toByteArray()));
        completion.succeeded(deleted == 0 ? Outcome.NOT_FOUND : Outcome.OK);
      }
      case Operation.Read(var key, var consistency) when consistency == ReadConsistency.DEFAULT -> {
        byte[] value = link.ask(jedis -> jedis.get(key.toByteArray()));
        if (value == null) completion.succeeded(Outcome.NOT_FOUND);
        else completion.found(ByteBuffer.wrap(value), 0);
      }
      default -> completion.failed(INVALID, "the binding of Redis cannot do this");
    }
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
      Thread.sleep(Math.min(STEP_MILLIS, limit.toMillis())); // The next operation will tell.
    }
  }
}
