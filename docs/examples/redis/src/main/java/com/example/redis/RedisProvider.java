package com.example.redis;

import static io.kvbench.core.binding.Capability.*;

import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.EndpointForm;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The provider of Redis; named in META-INF/services. */
public final class RedisProvider implements BindingProvider {
  private static final SystemDescriptor REDIS =
      new SystemDescriptor(
              "redis",
              "Redis",
              Set.of(INSERT, READ_DEFAULT, UPDATE, DELETE, READ_TRANSACTION),
              Map.of(
                  READ_LINEARIZABLE, "replication is asynchronous; leave readconsistency out.",
                  READ_STALE, "the example has no replicas; leave readconsistency out.",
                  SCAN, "keys have no order; leave scanproportion out.",
                  COMPARE_AND_SET, "records have no versions; leave compareandsetproportion out.",
                  TRANSACTION, "MULTI has no conditions; leave transactionproportion out.",
                  TRANSACTION_GUARD, "records have no versions; leave stmproportion out.",
                  SNAPSHOT, "records have no versions; leave stmproportion out.",
                  WATCH, "keyspace notifications may be lost; leave watchproportion out."),
              List.of(RedisLink.DATABASE, RedisLink.TIMEOUT, RedisLink.PASSWORD),
              /* inProcess */ false, /* exclusiveConnections */
              true, /* blindWrites */
              false)
          .lacking("keys have no order; leave rangeproportion out.", ranges())
          .lacking("the example keeps its connections; leave oneshotreadproportion out.", oneShot())
          .lacking("the example does not watch; leave watchedupdateproportion out.", watchers())
          .lacking("the example has no recipes; leave locks and leases out.", coordination())
          .noting("Writes survive a crash of the server only with appendfsync=always.");

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(REDIS);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new RedisServers();
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) Check.run("endpoints", () -> endpoint(endpoints), problems);
  }

  private static Endpoint endpoint(List<String> endpoints) throws BindingException {
    List<Endpoint> all = new EndpointForm("Redis", 6379, Set.of(), ".").parseAll(endpoints);
    if (all.size() > 1) {
      throw new BindingException("Redis takes one endpoint here, not " + all.size() + ".");
    }
    return all.getFirst();
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return RedisBinding.open(endpoint(config.endpoints()), config);
  }
}
