package io.kvbench.runner.cluster.process;

import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerProgram;
import java.nio.file.Path;

/**
 * A program that was found on this machine.
 *
 * @param path its path
 */
record FoundProgram(ServerProgram program, Path path) {
  String version() throws ServerException, InterruptedException {
    return program.version().of(path);
  }
}
