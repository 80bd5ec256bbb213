package io.kvbench.results.host;

import java.util.OptionalLong;

/**
 * A process that is watched and, unless it is watched alone, its descendants, summed. Figures that
 * the system does not report for all of them are empty.
 *
 * @param target the name by which it is watched
 * @param pid the process itself, without its descendants
 * @param incarnation grows when another process takes its place; counters begin anew then
 * @param parentPid the process that it belongs to
 * @param program the name of the process itself
 * @param state what the process itself was doing, in a word such as {@code sleeping}
 * @param processes how many are summed
 * @param cpuMillis processor time, of descendants that have ended too
 * @param residentBytes memory that is in memory; what processes share counts in each
 * @param openFiles open files, sockets and the like
 * @param voluntarySwitches how often their threads gave a processor up to wait, since it is watched
 * @param involuntarySwitches how often one was taken from them
 * @param readBytes what they made the system read from disks
 * @param writtenBytes what they made the system write to disks, now or later
 */
public record ProcessFigures(
    String target,
    long pid,
    long incarnation,
    OptionalLong parentPid,
    String program,
    String state,
    long processes,
    OptionalLong cpuMillis,
    OptionalLong residentBytes,
    OptionalLong virtualBytes,
    OptionalLong threads,
    OptionalLong openFiles,
    OptionalLong voluntarySwitches,
    OptionalLong involuntarySwitches,
    OptionalLong readBytes,
    OptionalLong writtenBytes) {

  /**
   * Returns the same figures, and where the parent, virtual memory, open files and switches are
   * unknown, those of others.
   */
  public ProcessFigures completedBy(ProcessFigures other) {
    return new ProcessFigures(
        target,
        pid,
        incarnation,
        either(parentPid, other.parentPid),
        program,
        state,
        processes,
        cpuMillis,
        residentBytes,
        either(virtualBytes, other.virtualBytes),
        threads,
        either(openFiles, other.openFiles),
        either(voluntarySwitches, other.voluntarySwitches),
        either(involuntarySwitches, other.involuntarySwitches),
        readBytes,
        writtenBytes);
  }

  private static OptionalLong either(OptionalLong first, OptionalLong second) {
    return first.isPresent() ? first : second;
  }

  /** Returns the same figures of a process by another name. */
  public ProcessFigures renamed(String newTarget, long newIncarnation) {
    return new ProcessFigures(
        newTarget,
        pid,
        newIncarnation,
        parentPid,
        program,
        state,
        processes,
        cpuMillis,
        residentBytes,
        virtualBytes,
        threads,
        openFiles,
        voluntarySwitches,
        involuntarySwitches,
        readBytes,
        writtenBytes);
  }
}
