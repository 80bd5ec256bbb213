package io.kvbench.bindings.zookeeper.options;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import javax.security.auth.login.Configuration;

/**
 * The settings that the client library, Netty and the JDK read from system properties only, so that
 * they apply to the whole process.
 */
public final class ProcessProperties {
  private static final String MAX_BUFFER = "jute.maxbuffer";
  public static final String NETTY_VERIFICATION =
      "io.netty.handler.ssl.defaultEndpointVerificationAlgorithm";
  private static final String JAAS = "java.security.auth.login.config";

  private ProcessProperties() {}

  static void set(Settings settings) throws BindingException {
    int maxBuffer = settings.get(ZooKeeperSettings.MAX_BUFFER);
    // Read once, by the class that decodes answers: must be set before the first handle.
    if (maxBuffer > Integer.getInteger(MAX_BUFFER, 0xfffff)) {
      System.setProperty(MAX_BUFFER, Integer.toString(maxBuffer));
    }
    // The client itself checks host names, unless its setting disables that. Netty 4.2 would do so
    // too: the client, made for 4.1, does not disable it, and Netty reads this property once. Since
    // it affects all other uses of Netty in the process, it is only set for TLS.
    if (settings.get(ZooKeeperSettings.SECURE) && System.getProperty(NETTY_VERIFICATION) == null) {
      System.setProperty(NETTY_VERIFICATION, "NONE");
    }
    Optional<String> jaas = settings.find(ZooKeeperSettings.SASL_JAAS);
    if (jaas.isPresent()) {
      if (!isReadable(jaas.get())) {
        throw new BindingException(
            settings.whereIs(ZooKeeperSettings.SASL_JAAS)
                + ": zookeeper.sasl.jaas="
                + jaas.get()
                + " cannot be read; give the path of a JAAS login configuration.");
      }
      System.setProperty(JAAS, jaas.get());
      Configuration.setConfiguration(null);
    }
  }

  private static boolean isReadable(String file) {
    try {
      return Files.isReadable(InputFile.path(file));
    } catch (IOException e) {
      return false;
    }
  }
}
