package io.kvbench.bindings.consul.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.options.ConsulSettings;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.server.ServerSecurity.TlsFiles;
import io.kvbench.core.server.ServerSecurity.User;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * TLS and access control lists (ACLs) of Consul servers. Without a token, everything is denied.
 * Users have no names: a token has policies.
 */
final class ConsulSecurity {
  private static final String TOKEN = "X-Consul-Token";
  private static final String SECRET = "SecretID";
  private static final String NAME = "Name";
  private static final String WRITE = "write";
  private static final String READ = "read";
  private static final String SELF = "/v1/agent/self";
  private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long POLL_MILLIS = 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String ACCESS_LISTS =
      """
      -hcl=acl {
        enabled = true
        default_policy = "deny"
        enable_token_persistence = true
      }""";

  private ConsulSecurity() {}

  /** Returns the configuration flags of a server, without secrets. */
  static List<String> arguments(ServerSecurity security) {
    List<String> arguments = new ArrayList<>();
    security.tls().ifPresent(files -> arguments.add(tls(files)));
    security.user().ifPresent(user -> arguments.add(ACCESS_LISTS));
    return arguments;
  }

  /** Servers present certificates to one another; clients present none. Gossip has no TLS. */
  private static String tls(TlsFiles files) {
    return """
        -hcl=tls {
          defaults {
            ca_file = "%s"
            cert_file = "%s"
            key_file = "%s"
            verify_outgoing = true
          }
          internal_rpc {
            verify_incoming = true
          }
        }"""
        .formatted(files.authority(), files.certificate(), files.key());
  }

  static ClientAccess access(ServerSecurity security) {
    Map<String, String> settings = new HashMap<>();
    Map<Path, String> files = new HashMap<>();
    security
        .tls()
        .ifPresent(
            tls -> {
              settings.put(ConsulSettings.TLS.name(), "true");
              settings.put(ConsulSettings.CA_CERT.name(), tls.trusted().toString());
            });
    security
        .user()
        .ifPresent(
            user -> {
              Path token = security.directory().resolve("token");
              settings.put(ConsulSettings.TOKEN_FILE.name(), token.toString());
              files.put(token, token(user) + "\n");
            });
    return new ClientAccess(settings, files);
  }

  /** Consul's tokens have the form of a UUID. The password is equally random. */
  private static String token(User user) {
    return UUID.nameUUIDFromBytes(user.password().getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Returns the address of a server, queried as clients do: over TLS and with their token. */
  static HostPort asClient(HostPort place, ServerSecurity security) {
    HostPort reached = place.over(security.trust());
    return security.user().map(user -> reached.with(TOKEN, token(user))).orElse(reached);
  }

  /**
   * Creates the ACLs: the clients' token, and one with which the agents register their nodes, which
   * they store with their data. The initial token, which may do everything, is discarded.
   */
  static void createUsers(ServerSecurity security, List<String> endpoints, Settings settings)
      throws ServerException, InterruptedException {
    if (security.user().isEmpty()) {
      return;
    }
    String asked = endpoints.getFirst();
    try {
      HostPort first = HostPort.of(asked).over(security.trust());
      String manager = secret(first.put("/v1/acl/bootstrap", "{}"));
      String prefix = settings.find(ConsulSettings.PREFIX).orElse("");
      User user = security.user().get();
      HostPort managed = first.with(TOKEN, manager);
      String agents = createToken(managed, "agents", ofAgents(), Optional.empty());
      createToken(managed, user.name(), ofClients(prefix), Optional.of(token(user)));
      String body = JSON.createObjectNode().put("Token", agents).toString();
      for (String endpoint : endpoints) {
        asked = endpoint;
        HostPort place = HostPort.of(endpoint).over(security.trust());
        awaitKnown(asClient(place, security));
        place.with(TOKEN, manager).put("/v1/agent/token/agent", body);
      }
    } catch (IOException e) {
      throw new ServerException(
          "Consul at " + asked + " does not create tokens: " + e.getMessage() + ".", e);
    }
  }

  /** Creates a token with its own policy, and returns its secret. */
  private static String createToken(
      HostPort place, String name, ObjectNode rules, Optional<String> secret) throws IOException {
    ObjectNode policy = JSON.createObjectNode().put(NAME, name).put("Rules", rules.toString());
    place.put("/v1/acl/policy", policy.toString());
    ObjectNode token = JSON.createObjectNode().put("Description", name);
    token.putArray("Policies").addObject().put(NAME, name);
    secret.ifPresent(given -> token.put(SECRET, given));
    return secret(place.put("/v1/acl/token", token.toString()));
  }

  private static String secret(String answer) throws IOException {
    JsonNode secret = JSON.readTree(answer).path(SECRET);
    if (secret.asText().isEmpty()) {
      throw new IOException("it returns no token");
    }
    return secret.asText();
  }

  /**
   * Returns the policy of clients: records, locks, sessions, and the servers' state and metrics.
   */
  static ObjectNode ofClients(String prefix) {
    ObjectNode rules = JSON.createObjectNode();
    ObjectNode keys = rules.putObject("key_prefix");
    allow(keys, prefix, WRITE);
    allow(keys, ConsulClientOptions.lockPrefix(prefix), WRITE);
    allow(rules.putObject("session_prefix"), "", WRITE);
    allow(rules.putObject("agent_prefix"), "", READ);
    return rules;
  }

  private static ObjectNode ofAgents() {
    ObjectNode rules = JSON.createObjectNode();
    allow(rules.putObject("node_prefix"), "", WRITE);
    allow(rules.putObject("service_prefix"), "", READ);
    return rules;
  }

  private static void allow(ObjectNode resources, String prefix, String policy) {
    resources.putObject(prefix).put("policy", policy);
  }

  /** A follower knows new tokens slightly later than the leader. */
  private static void awaitKnown(HostPort place) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    while (place.tryGet(SELF).isEmpty()) {
      if (System.nanoTime() - begun > KNOWN_NANOS) {
        throw new IOException("it still rejects the new token after 30 s");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
