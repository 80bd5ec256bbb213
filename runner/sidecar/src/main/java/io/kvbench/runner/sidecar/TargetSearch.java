package io.kvbench.runner.sidecar;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** Finds processes. Looks at every process of the host, so it is not for every sample. */
final class TargetSearch {
  private final OperatingSystem system;
  private final long self = ProcessHandle.current().pid();

  TargetSearch(OperatingSystem system) {
    this.system = system;
  }

  /** Returns the process of a target. */
  long find(Target target) throws TargetException {
    List<Long> found = all(target).filter(pid -> pid != self).distinct().boxed().toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    if (found.isEmpty()) {
      throw new TargetException(
          "there is no "
              + target.place().replaceFirst("^a ", "")
              + ", or it belongs to another user; start it first, or name its process with --pid.");
    }
    String numbers = found.stream().map(String::valueOf).collect(Collectors.joining(", "));
    throw new TargetException(
        target.place() + " is not one of a kind: there are " + numbers + "; name one with --pid.");
  }

  private LongStream all(Target target) {
    return switch (target) {
      case Target.ByPid known ->
          ProcessHandle.of(known.pid()).stream().mapToLong(ProcessHandle::pid);
      case Target.ByPort listening -> listeners(listening.port());
      case Target.ByProgram named ->
          system.getProcesses(process -> runs(process, named.program()), null, 0).stream()
              .mapToLong(OSProcess::getProcessID);
    };
  }

  private LongStream listeners(int port) {
    return system.getInternetProtocolStats().getConnections().stream()
        .filter(each -> each.getState() == TcpState.LISTEN && each.getLocalPort() == port)
        .mapToLong(IPConnection::getowningProcessId)
        .filter(pid -> pid > 0);
  }

  /** A JVM is known by what runs in it: the main class, with or without its package, or the jar. */
  private static boolean runs(OSProcess process, String program) {
    List<String> arguments = process.getArguments();
    String first = arguments.isEmpty() ? process.getName() : fileName(arguments.getFirst());
    boolean isJvm = first.equals("java") || first.equals("java.exe");
    Stream<String> others = isJvm ? arguments.stream().skip(1) : Stream.empty();
    return process.getName().equals(program)
        || first.equals(program)
        || others.anyMatch(
            word ->
                word.equals(program)
                    || word.endsWith("." + program)
                    || word.endsWith("/" + program));
  }

  private static String fileName(String path) {
    try {
      Path name = Path.of(path).getFileName();
      return name == null ? path : name.toString();
    } catch (IllegalArgumentException e) {
      return path;
    }
  }
}
