package io.kvbench.testkit.contract;

import io.kvbench.testkit.ServerStart;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Servers that reject a client, or that the client must not trust.
 *
 * @param title the problem, as in {@code a wrong password}
 * @param servers the start of the servers
 * @param settings the settings to open the binding with, by name, for the directory of the servers
 * @param told what the message must contain for the user to continue
 * @param secrets what neither the message nor a cause may contain
 */
public record Refusal(
    String title, ServerStart servers, Client settings, List<String> told, List<String> secrets) {

  /** A factory of settings, which may need files besides the servers'. */
  @FunctionalInterface
  public interface Client {
    /** Returns settings by name. */
    Map<String, String> settings(Path directory) throws Exception;
  }

  public Refusal {
    told = List.copyOf(told);
    secrets = List.copyOf(secrets);
  }

  @Override
  public String toString() {
    return title;
  }
}
