package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserChangePasswordRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.Permission;
import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.etcd.options.EtcdCredentials;
import io.kvbench.bindings.etcd.status.EtcdServerQuery;
import io.kvbench.bindings.etcd.status.Login;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.OneShots;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of users and passwords. */
@Timeout(180)
class AuthIT {
  private static final String PASSWORD = "geheim-geheim";
  private static final Map<String, String> ROOT =
      Map.of("etcd.user", "root", "etcd.password", PASSWORD);

  private List<String> endpoints;

  /** Returns the program to test. */
  String version() {
    return "etcd";
  }

  @BeforeEach
  void start() throws Exception {
    endpoints = SharedServers.of("users on " + version(), this::start).endpoints();
  }

  /** Starts a server with the user root, without limits, and guest, who may write below g/ only. */
  private RunningServers start(Path directory) throws Exception {
    RunningServers server = new RealEtcd(version()).single(directory);
    endpoints = server.endpoints();
    TestConfig.open(endpoints, 1, Map.of()).close();
    administrate(
        Optional.empty(),
        inquiry -> {
          addUser(inquiry, "root");
          addUser(inquiry, "guest");
          inquiry.ask(
              AuthGrpc.getRoleGrantPermissionMethod(),
              AuthRoleGrantPermissionRequest.newBuilder()
                  .setName("guest")
                  .setPerm(
                      Permission.newBuilder()
                          .setPermType(Permission.Type.WRITE)
                          .setKey(ByteString.copyFromUtf8("g/"))
                          .setRangeEnd(ByteString.copyFromUtf8("g0")))
                  .build());
          inquiry.ask(AuthGrpc.getAuthEnableMethod(), AuthEnableRequest.getDefaultInstance());
        });
    return server;
  }

  private interface Administration {
    void ask(EtcdServerQuery inquiry) throws Exception;
  }

  private void administrate(Optional<EtcdCredentials> who, Administration what) throws Exception {
    Duration limit = Duration.ofSeconds(30);
    EtcdClientOptions options = EtcdClientOptions.of(TestConfig.of(endpoints, 1, limit, Map.of()));
    EventLoops loops = EventLoops.start("etcd", 1);
    Login login = new Login(who);
    EtcdChannels channels = new EtcdChannels(options, loops);
    try (EtcdServerQuery inquiry =
        new EtcdServerQuery(channels, login, options.endpoints().getFirst(), limit)) {
      login.renew(inquiry::authenticate, limit);
      what.ask(inquiry);
    } finally {
      loops.end();
    }
  }

  /** Adds a user with a role of the same name. */
  private static void addUser(EtcdServerQuery inquiry, String user) throws Exception {
    inquiry.ask(
        AuthGrpc.getUserAddMethod(),
        AuthUserAddRequest.newBuilder().setName(user).setPassword(PASSWORD).build());
    inquiry.ask(AuthGrpc.getRoleAddMethod(), AuthRoleAddRequest.newBuilder().setName(user).build());
    inquiry.ask(
        AuthGrpc.getUserGrantRoleMethod(),
        AuthUserGrantRoleRequest.newBuilder().setUser(user).setRole(user).build());
  }

  private Binding open(Map<String, String> settings) throws Exception {
    return TestConfig.open(endpoints, 2, settings);
  }

  private static Answer put(Session session, String key) throws Exception {
    Answer answer = new Answer();
    session.submit(new Operation.Insert(Key.of(key), Value.of(new byte[10])), answer);
    answer.status();
    return answer;
  }

  private static Answer watch(Session session, String key) throws Exception {
    Answer answer = new Answer();
    session.submit(new Operation.Watch(Key.of(key), Value.of(new byte[10])), answer);
    answer.status();
    return answer;
  }

  @Test
  void letsInWhoHasThePassword() throws Exception {
    Map<String, String> settings = new HashMap<>(ROOT);
    settings.put("etcd.checkhashkv", "true");
    settings.put("etcd.prefix", "in/");
    try (Binding binding = open(settings);
        Session session = binding.openSession(0)) {
      assertThat(put(session, "a").status()).isEqualTo(Outcome.OK);
      assertThat(watch(session, "a").status()).isEqualTo(Outcome.OK);
      assertThat(OneShots.perform(session, Key.of("a"), false)).containsOnly("OK");
      assertThat(binding.servers().getFirst().keys()).hasValue(1);
      assertThat(binding.servers().getFirst().details()).containsKey("hashkv");
    }
  }

  @Test
  void refusesAWrongPassword() {
    assertThatThrownBy(() -> open(Map.of("etcd.user", "root", "etcd.password", "falsch")))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("refuses the user root or the password")
        .hasMessageNotContaining("falsch");
  }

  @Test
  void asksForAUser() {
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("requires authentication")
        .hasMessageContaining("etcd.user");
  }

  @Test
  void tellsWhoMayNotDoWhat() throws Exception {
    Map<String, String> guest = Map.of("etcd.user", "guest", "etcd.password", PASSWORD);
    try (Binding binding = open(guest);
        Session session = binding.openSession(0)) {
      assertThat(put(session, "g/a").status()).isEqualTo(Outcome.OK);
      assertThat(OneShots.perform(session, Key.of("g/a"), false).get(2))
          .startsWith(ErrorKind.UNAUTHORIZED.name());
      Answer refused = put(session, "a");
      assertThat(refused.status()).isEqualTo(ErrorKind.UNAUTHORIZED);
      assertThat(refused.message()).contains("permission denied");
      try (Binding all = open(ROOT);
          Session reader = all.openSession(0)) {
        Answer read = new Answer();
        reader.submit(new Operation.Read(Key.of("a"), ReadConsistency.LINEARIZABLE), read);
        assertThat(read.status()).as("the effect of a refused put").isEqualTo(Outcome.NOT_FOUND);
      }
      // Users that may only write may not watch.
      Answer watched = watch(session, "g/a");
      assertThat(watched.status()).as(watched.message()).isEqualTo(ErrorKind.UNAUTHORIZED);
    }
  }

  /** A server drops a user's tokens when the password is set, even to the same one. */
  @Test
  void getsANewTokenWhenTheOldOneIsOver() throws Exception {
    Map<String, String> settings = new HashMap<>(ROOT);
    settings.put("etcd.prefix", "renewed/");
    try (Binding binding = open(settings);
        Session first = binding.openSession(0);
        Session second = binding.openSession(1)) {
      assertThat(put(first, "a").status()).isEqualTo(Outcome.OK);
      administrate(
          EtcdCredentials.of(TestConfig.settings(ROOT)),
          inquiry ->
              inquiry.ask(
                  AuthGrpc.getUserChangePasswordMethod(),
                  AuthUserChangePasswordRequest.newBuilder()
                      .setName("root")
                      .setPassword(PASSWORD)
                      .build()));
      Answer over = put(first, "b");
      assertThat(over.status()).isEqualTo(ErrorKind.SESSION_EXPIRED);
      first.recover(Duration.ofSeconds(60));
      assertThat(put(first, "c").status()).isEqualTo(Outcome.OK);
      second.recover(Duration.ofSeconds(60));
      assertThat(put(second, "d").status()).isEqualTo(Outcome.OK);
      assertThat(binding.servers().getFirst().keys()).hasValue(3);
    }
  }
}
