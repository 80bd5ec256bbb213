package io.kvbench.runner.run.fault;

import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;

/** A simulation of planned faults, as far as their effect on servers is known without any. */
final class FaultSimulation {
  /** The maximum number of simulated occurrences; later ones behave alike. */
  private static final int MOST = 1_000;

  /** An occurrence of a fault, or its end. */
  private record Occurrence(Fault fault, Duration at, int order, boolean isEnd) {}

  private final int nodes;
  private final Map<FaultAction, Servers> states = new EnumMap<>(FaultAction.class);
  private final Map<Fault, String> impossible = new LinkedHashMap<>();

  private FaultSimulation(int nodes) {
    this.nodes = nodes;
  }

  /**
   * Goes through the faults in the order of their times.
   *
   * @param nodes how many servers there are
   * @param end of the phase at the latest
   */
  static FaultSimulation of(List<Fault> faults, int nodes, Duration end) {
    FaultSimulation simulation = new FaultSimulation(nodes);
    PriorityQueue<Occurrence> occurrences =
        new PriorityQueue<>(
            Comparator.comparing(Occurrence::at).thenComparingInt(Occurrence::order));
    int order = 0;
    for (Fault fault : faults) {
      occurrences.add(new Occurrence(fault, fault.at(), order++, false));
    }
    while (!occurrences.isEmpty()) {
      Occurrence occurrence = occurrences.remove();
      Fault fault = occurrence.fault();
      if (occurrence.isEnd()) {
        simulation.ends(fault);
      } else {
        simulation.begins(fault);
        if (fault.lasting().isPresent()) {
          occurrences.add(
              new Occurrence(fault, occurrence.at().plus(fault.lasting().get()), order++, true));
        }
        if (fault.every().isPresent() && order < MOST) {
          Duration next = occurrence.at().plus(fault.every().get());
          if (next.compareTo(end) < 0) {
            occurrences.add(new Occurrence(fault, next, order++, false));
          }
        }
      }
    }
    return simulation;
  }

  /** Returns why faults are not possible, by the first such occurrence of each. */
  Map<Fault, String> impossible() {
    return impossible;
  }

  /** Returns how many servers answer others in the end. */
  int left() {
    return nodes - servers(FaultAction::isLoss);
  }

  /** Returns how many servers clients reach in the end, if they answer. */
  int reachable() {
    return nodes - servers(action -> action == FaultAction.CUT);
  }

  private int servers(Predicate<FaultAction> actions) {
    int sum =
        states.entrySet().stream()
            .filter(state -> actions.test(state.getKey()))
            .mapToInt(state -> state.getValue().size())
            .sum();
    return Math.min(nodes, sum);
  }

  /** Returns the servers to which an action was done that can be undone. */
  private Servers after(FaultAction action) {
    return states.computeIfAbsent(action, each -> new Servers());
  }

  private void begins(Fault fault) {
    FaultAction action = fault.action();
    if (action.undo().isPresent()) {
      away(fault, after(action));
    }
    action.undoes().ifPresent(undone -> back(fault, after(undone)));
  }

  private void away(Fault fault, Servers state) {
    if (!state.add(fault, nodes)) {
      impossible.putIfAbsent(
          fault,
          fault.isByRole()
              ? "no server would be left that it could be done to"
              : fault.target() + " would be so already");
    }
  }

  private void back(Fault fault, Servers state) {
    if (!state.remove(fault)) {
      impossible.putIfAbsent(fault, "no fault before it takes that server away");
    }
  }

  private void ends(Fault fault) {
    after(fault.action()).ends(fault);
  }

  /** A set of servers in one state: some by name, some by the role that they will have. */
  private static final class Servers {
    private final Set<String> names = new HashSet<>();
    private int others;

    int size() {
      return names.size() + others;
    }

    /** Returns whether there was a server to add. */
    boolean add(Fault fault, int nodes) {
      if (size() >= nodes) {
        return false;
      } else if (fault.target().equals(Fault.ALL)) {
        others = nodes - names.size();
        return true;
      } else if (fault.isByRole()) {
        others++;
        return true;
      }
      return names.add(fault.target());
    }

    /** Returns whether there may have been such a server. */
    boolean remove(Fault fault) {
      if (size() == 0) {
        return false;
      }
      String target = fault.target();
      boolean all =
          target.equals(Fault.ALL) || fault.action().state().filter(target::equals).isPresent();
      if (all) {
        names.clear();
        others = 0;
        return true;
      } else if (!fault.isByRole() && names.remove(target)) {
        return true;
      } else if (others > 0) {
        others--;
        return true;
      }
      // A server may have two names: its own and its number.
      return !names.isEmpty() && names.remove(names.iterator().next());
    }

    void ends(Fault fault) {
      if (fault.target().equals(Fault.ALL)) {
        others = 0;
        names.clear();
      } else if (fault.isByRole()) {
        others = Math.max(0, others - 1);
      } else {
        names.remove(fault.target());
      }
    }
  }
}
