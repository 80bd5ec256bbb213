package io.kvbench.runner.app.servers;

import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.KeptCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/**
 * The command {@code kvbench cluster list}, which lists the clusters that stay, and their remains.
 */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutProfile.class,
    description = "Lists the clusters started by 'kvbench cluster up' that are still running.",
    footerHeading = "%nExample:%n",
    footer = "  kvbench cluster list")
final class ClusterListCommand extends ContextCommand {
  private static final List<String> HEADINGS =
      List.of("NAME", "KIND", "RUNNING", "ENDPOINTS", "FILES");

  ClusterListCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    try {
      List<List<String>> rows = new ArrayList<>();
      for (KeptCluster kept : planning.clusters().kept().list()) {
        row(kept).ifPresent(rows::add);
      }
      if (rows.isEmpty()) {
        terminal.err().println("No clusters. 'kvbench cluster up -db SYSTEM' starts one.");
      } else {
        rows.addFirst(HEADINGS);
        rows.forEach(row -> terminal.out().println(line(row, rows)));
      }
      return ExitCode.FINE;
    } catch (ClusterException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    }
  }

  /**
   * Returns the row of a cluster; removes the record of one that has ended, and returns nothing for
   * it.
   */
  private Optional<List<String>> row(KeptCluster kept) throws ClusterException {
    Optional<String> running = running(kept);
    if (running.isEmpty()) {
      planning.clusters().kept().remove(kept);
      terminal
          .err()
          .println(
              kept.name()
                  + " has exited unexpectedly"
                  + files(kept).map(files -> "; its files are in " + files).orElse("")
                  + ".");
      return Optional.empty();
    }
    return Optional.of(
        List.of(
            kept.name(),
            kept.kind(),
            running.get(),
            String.join(",", kept.endpoints()),
            files(kept).orElse("-")));
  }

  private static Optional<String> files(KeptCluster kept) {
    return Optional.ofNullable(kept.state().get(KeptCluster.DIRECTORY));
  }

  /** Returns how many servers there still are, or empty if there are none. */
  private Optional<String> running(KeptCluster kept) {
    Optional<ClusterProvider> provider = planning.clusters().provider(kept.kind());
    int all = kept.endpoints().size();
    try {
      int running = provider.isEmpty() ? -1 : provider.get().running(kept);
      return running == 0
          ? Optional.empty()
          : Optional.of((running < 0 ? "?" : String.valueOf(running)) + " of " + all);
    } catch (ClusterException e) {
      terminal.err().println("kvbench: " + kept.name() + ": " + e.getMessage());
      return Optional.of("? of " + all);
    }
  }

  private static String line(List<String> row, List<List<String>> rows) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      int at = column;
      int width = rows.stream().mapToInt(each -> each.get(at).length()).max().orElse(0);
      line.append(row.get(column)).append(" ".repeat(width - row.get(column).length() + 2));
    }
    return line.toString().stripTrailing();
  }
}
