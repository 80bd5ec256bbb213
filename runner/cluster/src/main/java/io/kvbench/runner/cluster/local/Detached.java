package io.kvbench.runner.cluster.local;

import io.kvbench.core.server.ProgramPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Commands in a separate session. Ctrl-C in a terminal reaches every process of the session's
 * foreground group, and would stop servers; kvbench decides when its servers end. Without setsid
 * and perl the servers end on Ctrl-C before the run does.
 */
public final class Detached {
  private static final String PERL = "use POSIX (); POSIX::setsid(); exec {$ARGV[0]} @ARGV";

  private Detached() {}

  /** Returns a command that runs the given one in a separate session, in the same process. */
  public static List<String> command(List<String> command) {
    ProgramPath path = ProgramPath.ofThisProcess();
    List<String> all = new ArrayList<>();
    Optional<Path> setsid = path.find("setsid");
    Optional<Path> perl = path.find("perl");
    if (setsid.isPresent()) {
      all.add(setsid.get().toString());
    } else if (perl.isPresent()) {
      all.addAll(List.of(perl.get().toString(), "-e", PERL));
    }
    all.addAll(command);
    return all;
  }
}
