package io.kvbench.bindings.zookeeper.options;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.server.auth.DigestLoginModule;

/**
 * A SASL login from a JAAS file. The file's contents, which include passwords, must not appear in
 * messages, not even in those of the JDK's parser.
 *
 * @param file the JAAS login configuration
 * @param section the section of the file to use
 * @param digest whether it has a user and a password, for DIGEST-MD5
 */
public record JaasLogin(String file, String section, boolean digest) {
  private static final String DEFAULT_SECTION = "Client";

  /**
   * Reads the login now, because the client library would continue without one. The file must
   * already be the process's configuration.
   */
  static Optional<JaasLogin> of(Settings settings) throws BindingException {
    Optional<String> file = settings.find(ZooKeeperSettings.SASL_JAAS);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    String section = settings.find(ZooKeeperSettings.SASL_SECTION).orElse(DEFAULT_SECTION);
    String where = settings.whereIs(ZooKeeperSettings.SASL_JAAS) + ": " + file.get();
    List<AppConfigurationEntry> digests =
        entries(section, where).stream().filter(JaasLogin::isDigest).toList();
    if (!digests.stream().allMatch(entry -> isComplete(entry.getOptions()))) {
      throw new BindingException(
          where
              + ": the section "
              + section
              + " needs username=\"...\" and password=\"...\" for DigestLoginModule.");
    }
    return Optional.of(new JaasLogin(file.get(), section, !digests.isEmpty()));
  }

  private static List<AppConfigurationEntry> entries(String section, String where)
      throws BindingException {
    AppConfigurationEntry[] entries;
    try {
      entries = Configuration.getConfiguration().getAppConfigurationEntry(section);
    } catch (SecurityException e) {
      throw new BindingException(
          where
              + " is not a JAAS login configuration; write "
              + section
              + " { <login module> required <name>=\"<value>\"; };");
    }
    if (entries == null) {
      throw new BindingException(
          where
              + " has no section "
              + section
              + "; add it, or name the right one in zookeeper.sasl.clientconfig.");
    }
    return List.of(entries);
  }

  private static boolean isDigest(AppConfigurationEntry entry) {
    return entry.getLoginModuleName().equals(DigestLoginModule.class.getName());
  }

  private static boolean isComplete(Map<String, ?> options) {
    return options.containsKey("username") && options.containsKey("password");
  }

  /** Begins a login on a connection; only with a user and a password. */
  public SaslLogin begin() throws IOException {
    AppConfigurationEntry[] entries =
        Configuration.getConfiguration().getAppConfigurationEntry(section);
    for (AppConfigurationEntry entry : entries == null ? new AppConfigurationEntry[0] : entries) {
      if (isDigest(entry)) {
        return new SaslLogin(entry.getOptions());
      }
    }
    throw new IOException("the section " + section + " of the JAAS login configuration is gone");
  }

  /** Returns the message that no session resulted from this login, and what to do. */
  public String refused(String servers) {
    return "ZooKeeper at "
        + servers
        + " does not accept the SASL login of section "
        + section
        + " in "
        + file
        + (digest ? ". Correct username and password there" : ". Correct the login there")
        + ", or choose another section with zookeeper.sasl.clientconfig, and see that the servers"
        + " offer SASL; the client library's log has more.";
  }
}
