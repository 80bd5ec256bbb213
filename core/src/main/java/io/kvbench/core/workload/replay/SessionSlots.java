package io.kvbench.core.workload.replay;

import io.kvbench.core.trace.TraceFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The assignment of recorded sessions that did not overlap to shared clients. */
final class SessionSlots {

  /**
   * The sessions assigned to a place so far.
   *
   * @param end when the last of their operations was sent
   */
  private record SessionSlot(List<TraceFile.Session> sessions, long end) {}

  private SessionSlots() {}

  /** Assigns each session, by its first operation, to the place that has been free the longest. */
  static List<List<TraceFile.Session>> of(List<TraceFile.Session> sessions) {
    PriorityQueue<SessionSlot> free =
        new PriorityQueue<>(Comparator.comparingLong(SessionSlot::end));
    List<List<TraceFile.Session>> places = new ArrayList<>();
    List<TraceFile.Session> inOrder = new ArrayList<>(sessions);
    inOrder.sort(Comparator.comparingLong(SessionSlots::start));
    for (TraceFile.Session session : inOrder) {
      SessionSlot first = free.peek();
      List<TraceFile.Session> place;
      if (first == null || first.end() >= start(session)) {
        place = new ArrayList<>();
        places.add(place);
      } else {
        place = first.sessions();
        free.remove();
      }
      place.add(session);
      free.add(new SessionSlot(place, session.blocks().getLast().lastMicros()));
    }
    return places;
  }

  private static long start(TraceFile.Session session) {
    return session.blocks().getFirst().firstMicros();
  }
}
