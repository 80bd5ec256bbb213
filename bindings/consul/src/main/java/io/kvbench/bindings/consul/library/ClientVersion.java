package io.kvbench.bindings.consul.library;

import com.orbitz.consul.Consul;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of consul-client, which only a file of its jar contains. */
public final class ClientVersion {
  public static final String READ = read();

  private static final String FILE =
      "/META-INF/maven/com.orbitz.consul/consul-client/pom.properties";

  private ClientVersion() {}

  private static String read() {
    Properties properties = new Properties();
    try (InputStream file = Consul.class.getResourceAsStream(FILE)) {
      if (file != null) {
        properties.load(file);
      }
    } catch (IOException e) {
      // The version stays unknown.
    }
    return properties.getProperty("version", "unknown");
  }
}
