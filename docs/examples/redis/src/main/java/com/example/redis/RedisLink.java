package com.example.redis;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** One connection, which clients use in turn, and which becomes unusable by a failure. */
final class RedisLink implements AutoCloseable {
  static final Setting<Integer> DATABASE =
      Setting.integer("redis.database", 0, 1_000_000, "The number of the database.")
          .withDefault("0")
          .affecting(Affects.LOAD);
  static final Setting<Duration> TIMEOUT =
      Setting.duration("redis.timeout", "The longest wait for the answer to one operation.")
          .withDefault("10s")
          .affecting(Affects.CLIENT);
  static final Setting<String> PASSWORD =
      Setting.text("redis.password", "The password of the default user.")
          .asSecret()
          .affecting(Affects.CLIENT);

  private final ReentrantLock turn = new ReentrantLock();
  private final Endpoint endpoint;
  private final Settings settings;
  private volatile Jedis jedis;
  private volatile boolean closed;

  RedisLink(Endpoint endpoint, Settings settings, Duration limit) {
    this.endpoint = endpoint;
    this.settings = settings;
    this.jedis = connect(limit);
  }

  /** Returns once the server has answered as Redis does. */
  private Jedis connect(Duration limit) {
    JedisClientConfig config =
        DefaultJedisClientConfig.builder()
            .timeoutMillis((int) Math.max(1, limit.toMillis()))
            .database(settings.get(DATABASE))
            .password(settings.find(PASSWORD).orElse(null))
            .build();
    try {
      Jedis made = new Jedis(new HostAndPort(endpoint.host(), endpoint.port()), config);
      made.getConnection().setSoTimeout((int) settings.get(TIMEOUT).toMillis());
      return made;
    } catch (ClassCastException e) {
      throw new JedisException("it answers in another protocol"); // Jedis casts without a check
    }
  }

  /** Returns the message for a user who cannot connect. */
  static String problem(Endpoint endpoint, Exception e) {
    if (e instanceof JedisDataException) {
      return endpoint + " refuses the client: " + e.getMessage() + ". Check redis.password.";
    }
    String said = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
    String reason = said.replaceAll("\\p{Cntrl}", "?");
    return endpoint + " is not Redis or cannot be reached: " + reason + ". Check endpoints=.";
  }

  <T> T ask(Function<Jedis, T> question) {
    turn.lock();
    try {
      if (isBroken()) throw new JedisConnectionException("not connected");
      return question.apply(jedis);
    } catch (JedisConnectionException e) {
      jedis.close(); // A late answer would be taken for that of the next operation.
      throw e;
    } finally {
      turn.unlock();
    }
  }

  private boolean isBroken() {
    return closed || !jedis.isConnected() || jedis.isBroken();
  }

  void reconnect(Duration limit) {
    turn.lock();
    try {
      if (isBroken() && !closed) jedis = connect(limit);
    } finally {
      turn.unlock();
    }
    if (closed) jedis.close();
  }

  @Override
  public void close() {
    closed = true;
    jedis.close();
  }
}
