package io.kvbench.runner.sidecar;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * A search for processes. It scans every process of the host, so it is too expensive for every
 * sample.
 */
final class TargetSearch {
  private final OperatingSystem system;
  private final long self = ProcessHandle.current().pid();
  private final boolean linux;
  private final ProcFile reader;

  TargetSearch(OperatingSystem system, boolean linux, ProcFile reader) {
    this.system = system;
    this.linux = linux;
    this.reader = reader;
  }

  /** Scans the descendants of all processes. */
  Descendants descendants() {
    return Descendants.now(linux, reader);
  }

  long find(Target target) throws TargetException {
    List<Long> found = all(target).filter(pid -> pid != self).distinct().boxed().toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    if (found.isEmpty()) {
      throw new TargetException(
          "there is no "
              + target.place().replaceFirst("^a ", "")
              + ", or it belongs to another user; start it first, or specify a running"
              + " process with --pid.");
    }
    String numbers = found.stream().map(String::valueOf).collect(Collectors.joining(", "));
    throw new TargetException(
        target.place() + " is ambiguous: there are " + numbers + "; specify one with --pid.");
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

  /** A JVM is known by what runs in it. The JVM of kvbench itself is never a target. */
  private static boolean runs(OSProcess process, String program) {
    List<String> arguments = process.getArguments();
    Optional<JvmProgram> inside = JvmProgram.of(arguments);
    if (inside.filter(JvmProgram::isKvbench).isPresent()) {
      return false;
    }
    return process.getName().equals(program)
        || (!arguments.isEmpty() && JvmProgram.fileName(arguments.getFirst()).equals(program))
        || inside.filter(each -> each.isCalled(program)).isPresent();
  }
}
