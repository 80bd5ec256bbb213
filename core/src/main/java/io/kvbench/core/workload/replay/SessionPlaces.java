package io.kvbench.core.workload.replay;

import io.kvbench.core.trace.TraceFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The assignment of recorded sessions that did not overlap to shared clients. */
final class SessionPlaces {

  /**
   * The sessions assigned to a place so far.
   *
   * @param end when the last of their operations was sent
   */
  private record Place(List<TraceFile.Session> sessions, long end) {}

  private SessionPlaces() {}

  /** Assigns each session, by its first operation, to the place that has been free the longest. */
  static List<List<TraceFile.Session>> of(List<TraceFile.Session> sessions) {
    PriorityQueue<Place> free = new PriorityQueue<>(Comparator.comparingLong(Place::end));
    List<List<TraceFile.Session>> places = new ArrayList<>();
    List<TraceFile.Session> inOrder = new ArrayList<>(sessions);
    inOrder.sort(Comparator.comparingLong(SessionPlaces::start));
    for (TraceFile.Session session : inOrder) {
      Place first = free.peek();
      List<TraceFile.Session> place;
      if (first == null || first.end() >= start(session)) {
        place = new ArrayList<>();
        places.add(place);
      } else {
        place = first.sessions();
        free.remove();
      }
      place.add(session);
      free.add(new Place(place, session.blocks().getLast().lastMicros()));
    }
    return places;
  }

  private static long start(TraceFile.Session session) {
    return session.blocks().getFirst().firstMicros();
  }
}
