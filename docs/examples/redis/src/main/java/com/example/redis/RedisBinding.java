package com.example.redis;

import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** Connections to one Redis server through Jedis. */
record RedisBinding(Endpoint endpoint, BindingConfig config, List<RedisLink> links)
    implements Binding {
  private static final Pattern VERSION = Pattern.compile("redis_version:(\\S+)");

  static RedisBinding open(Endpoint endpoint, BindingConfig config)
      throws BindingException, InterruptedException {
    RedisBinding binding = new RedisBinding(endpoint, config, new ArrayList<>());
    Deadline deadline = Deadline.in(config.connectTimeout());
    while (binding.links.size() < config.connections()) {
      try {
        binding.links.add(new RedisLink(endpoint, config.settings(), deadline.left()));
      } catch (JedisException e) {
        if (!(e instanceof JedisConnectionException) || deadline.left().toMillis() <= 100) {
          binding.close();
          throw new BindingException(RedisLink.problem(endpoint, e), e);
        }
        Thread.sleep(100); // it may be starting
      }
    }
    return binding;
  }

  @Override
  public Session openSession(int client) {
    return new RedisSession(links.get(client % links.size()));
  }

  @Override
  public List<ServerState> servers() {
    try (RedisLink link = new RedisLink(endpoint, config.settings(), Duration.ofSeconds(2))) {
      String info = link.ask(Jedis::info);
      return List.of(
          new ServerState(
              endpoint.toString(),
              Optional.of(VERSION.matcher(info)).filter(Matcher::find).map(it -> it.group(1)),
              info.contains("role:master"),
              OptionalLong.empty(),
              OptionalLong.of(link.ask(Jedis::dbSize)),
              Map.of(),
              Optional.empty()));
    } catch (JedisException e) {
      return List.of(ServerState.silent(endpoint.toString(), RedisLink.problem(endpoint, e)));
    }
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.coordinates(RedisBinding.class);
  }

  @Override
  public void close() {
    links.forEach(RedisLink::close);
  }
}
