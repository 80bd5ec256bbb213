package io.kvbench.bindings.etcd.server;

import com.google.protobuf.ByteString;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.options.EtcdSettings;
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
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** TLS and users of etcd servers. */
final class EtcdSecurity {
  private static final String ROLE = "kvbench";
  private static final String ROOT = "root";

  private EtcdSecurity() {}

  /** Returns the flags for TLS. Members present certificates to one another; clients none. */
  static List<String> arguments(ServerSecurity security) {
    return security.tls().map(EtcdSecurity::arguments).orElse(List.of());
  }

  private static List<String> arguments(TlsFiles files) {
    return List.of(
        "--cert-file=" + files.certificate(),
        "--key-file=" + files.key(),
        "--peer-cert-file=" + files.certificate(),
        "--peer-key-file=" + files.key(),
        "--peer-trusted-ca-file=" + files.authority(),
        "--peer-client-cert-auth=true");
  }

  static ClientAccess access(ServerSecurity security) {
    Map<String, String> settings = new HashMap<>();
    Map<Path, String> files = new HashMap<>();
    security
        .tls()
        .ifPresent(tls -> settings.put(EtcdSettings.CA_CERT.name(), tls.trusted().toString()));
    security
        .user()
        .ifPresent(
            user -> {
              Path password = security.directory().resolve("password");
              settings.put(EtcdSettings.USER.name(), user.name());
              settings.put(EtcdSettings.PASSWORD_FILE.name(), password.toString());
              files.put(password, user.password() + "\n");
            });
    return new ClientAccess(settings, files);
  }

  /** Creates a user for the keys below the prefix, and enables authentication. */
  static void createUsers(ServerSecurity security, List<String> endpoints, Settings settings)
      throws ServerException {
    if (security.user().isEmpty()) {
      return;
    }
    User user = security.user().get();
    HostPort place = HostPort.of(endpoints.getFirst()).over(security.trust());
    String prefix = settings.find(EtcdSettings.PREFIX).orElse("");
    EtcdRequests keys =
        new EtcdRequests(ByteString.copyFrom(prefix, StandardCharsets.ISO_8859_1), false, false);
    try {
      place.post("/v3/auth/role/add", "{\"name\":\"%s\"}".formatted(ROLE));
      place.post(
          "/v3/auth/role/grant",
          "{\"name\":\"%s\",\"perm\":{\"permType\":\"READWRITE\",\"key\":\"%s\",\"range_end\":\"%s\"}}"
              .formatted(ROLE, base64(keys.first()), base64(keys.end())));
      addUser(place, ROOT, user.administration(), ROOT);
      addUser(place, user.name(), user.password(), ROLE);
      place.post("/v3/auth/enable", "{}");
    } catch (IOException e) {
      throw new ServerException(
          "etcd at " + endpoints.getFirst() + " does not create users: " + e.getMessage() + ".", e);
    }
  }

  private static void addUser(HostPort place, String name, String password, String role)
      throws IOException {
    place.post(
        "/v3/auth/user/add", "{\"name\":\"%s\",\"password\":\"%s\"}".formatted(name, password));
    place.post("/v3/auth/user/grant", "{\"user\":\"%s\",\"role\":\"%s\"}".formatted(name, role));
  }

  private static String base64(ByteString bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
