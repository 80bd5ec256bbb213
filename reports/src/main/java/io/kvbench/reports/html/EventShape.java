package io.kvbench.reports.html;

import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.EventResult;

/** How marks of events look, by their kind: the more telling ones as in plots. */
enum EventShape {
  TRIANGLE,
  TRIANGLE_DOWN,
  SQUARE,
  DIAMOND,
  CROSS,
  CIRCLE,
  ARROW,
  PIN,
  BAR;

  static EventShape of(ServerEventKind kind) {
    return switch (kind) {
      case ELECTION -> TRIANGLE;
      case LEADER_LOST -> TRIANGLE_DOWN;
      case SNAPSHOT -> SQUARE;
      case GC_PAUSE -> DIAMOND;
      case COMPACTION -> CIRCLE;
      case SLOW_FSYNC -> ARROW;
      case SLOW_APPLY -> PIN;
      case OOM_KILL -> CROSS;
      case LATE_HEARTBEAT, SESSION_EXPIRED -> BAR;
    };
  }

  static EventShape of(EventResult event) {
    if (event.kind().equals(EventResult.LEADER)) {
      return TRIANGLE;
    }
    return event.wasInjected() ? CROSS : BAR;
  }
}
