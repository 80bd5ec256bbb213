package io.kvbench.testkit;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Servers that do not let a client in, or that the client must not trust.
 *
 * @param title what is wrong, as in {@code a wrong password}
 * @param servers the way to the servers
 * @param settings the settings to open the binding with, by name, for the directory that the
 *     servers were started in
 * @param told what the message has to say for the user to go on
 * @param secrets what neither the message nor a cause may show
 */
public record Refusal(
    String title, ServerStart servers, Client settings, List<String> told, List<String> secrets) {

  /** Settings that may need files beside the servers'. */
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
