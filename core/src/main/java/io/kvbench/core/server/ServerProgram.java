package io.kvbench.core.server;

import io.kvbench.core.setting.Settings;
import java.nio.file.Path;
import java.util.List;

/**
 * The installed program of one system's server.
 *
 * @param file the file name of the program
 * @param source how to get the program: a URL or a command, as the end of a sentence
 * @param variables prefixes of environment variables that would configure the program; they are
 *     removed from its environment
 * @param version determines the version of a program
 * @param command builds the command of a server, which must log to standard output
 */
public record ServerProgram(
    String file, String source, List<String> variables, Version version, Command command) {

  public ServerProgram {
    variables = List.copyOf(variables);
  }

  /** The query for the version of a program. */
  public interface Version {
    /**
     * Returns the version.
     *
     * @throws ServerException if it is another program, or does not run
     */
    String of(Path program) throws ServerException, InterruptedException;
  }

  /** The builder of the command of a server. */
  public interface Command {
    /**
     * Returns the whole command line and the files that the server reads.
     *
     * @param all all servers of the cluster, including this one
     * @throws ServerException if the installation is incomplete
     */
    ServerCommand of(Path program, ServerNode node, List<ServerNode> all, Settings settings)
        throws ServerException;
  }
}
