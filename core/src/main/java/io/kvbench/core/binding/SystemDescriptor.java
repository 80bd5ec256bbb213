package io.kvbench.core.binding;

import io.kvbench.core.operation.Promises;
import io.kvbench.core.setting.Setting;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A system to benchmark, as named in {@code -db}, in results and in reports. Several systems may be
 * reached through one binding.
 *
 * @param name the name in {@code -db}
 * @param title the display name, as its makers write it
 * @param capabilities what the system can do
 * @param reasons for capabilities that the system lacks, why: a sentence with an alternative for
 *     the user
 * @param settings the settings that the binding understands for this system
 * @param local whether the system runs inside this process, so that its figures say nothing about a
 *     store
 * @param exclusiveConnections whether a connection has one request in flight at a time, so that
 *     clients that share one wait for each other
 * @param blindWrites whether writes are applied and answered OK regardless of the record's
 *     existence, so that their answers do not reveal how many records exist: an insert overwrites,
 *     an update creates, or a delete finds nothing
 * @param remarks for capabilities that differ from other systems' under the same name, the
 *     difference: sentences for comparisons
 * @param notes what readers of a result must know, such as what an acknowledged write guarantees:
 *     sentences
 * @param ownConnections for capabilities that open connections besides the shared ones, how many
 * @param maxConnections the max number of connections of clients that are started on demand, if
 *     each has its own ({@code exclusiveConnections}); 0 if the binding opens none for them
 * @param promises what checks of the system's answers may rely on
 */
public record SystemDescriptor(
    String name,
    String title,
    Set<Capability> capabilities,
    Map<Capability, String> reasons,
    List<Setting<?>> settings,
    boolean local,
    boolean exclusiveConnections,
    boolean blindWrites,
    Map<Capability, String> remarks,
    List<String> notes,
    Map<Capability, OwnConnections> ownConnections,
    int maxConnections,
    Promises promises) {

  /** A system that shares its connections and whose writes report whether there was a record. */
  public SystemDescriptor(
      String name,
      String title,
      Set<Capability> capabilities,
      Map<Capability, String> reasons,
      List<Setting<?>> settings,
      boolean local) {
    this(name, title, capabilities, reasons, settings, local, false, false);
  }

  /** A system without remarks or notes. */
  public SystemDescriptor(
      String name,
      String title,
      Set<Capability> capabilities,
      Map<Capability, String> reasons,
      List<Setting<?>> settings,
      boolean local,
      boolean exclusiveConnections,
      boolean blindWrites) {
    this(
        name,
        title,
        capabilities,
        reasons,
        settings,
        local,
        exclusiveConnections,
        blindWrites,
        Map.of(),
        List.of(),
        Map.of(),
        0,
        Promises.UNDECLARED);
  }

  public SystemDescriptor {
    capabilities = Set.copyOf(capabilities);
    reasons = Map.copyOf(reasons);
    settings = List.copyOf(settings);
    remarks = Map.copyOf(remarks);
    notes = List.copyOf(notes);
    ownConnections = Map.copyOf(ownConnections);
  }

  /** A copy with changes. */
  private static final class Copy {
    private final SystemDescriptor system;
    private Set<Capability> capabilities;
    private Map<Capability, String> reasons;
    private Map<Capability, String> remarks;
    private List<String> notes;
    private Map<Capability, OwnConnections> ownConnections;
    private int maxConnections;
    private Promises promises;

    Copy(SystemDescriptor system) {
      this.system = system;
      capabilities = system.capabilities;
      reasons = system.reasons;
      remarks = system.remarks;
      notes = system.notes;
      ownConnections = system.ownConnections;
      maxConnections = system.maxConnections;
      promises = system.promises;
    }

    SystemDescriptor changed() {
      return new SystemDescriptor(
          system.name,
          system.title,
          capabilities,
          reasons,
          system.settings,
          system.local,
          system.exclusiveConnections,
          system.blindWrites,
          remarks,
          notes,
          ownConnections,
          maxConnections,
          promises);
    }
  }

  private static <T> Map<Capability, T> with(
      Map<Capability, T> map, T value, Capability... capabilities) {
    Map<Capability, T> more = new EnumMap<>(Capability.class);
    more.putAll(map);
    for (Capability capability : capabilities) {
      more.put(capability, value);
    }
    return more;
  }

  /** Returns the system without some capabilities, all for one reason. */
  public SystemDescriptor lacking(String reason, Capability... lacking) {
    Copy copy = new Copy(this);
    copy.capabilities = EnumSet.noneOf(Capability.class);
    copy.capabilities.addAll(capabilities);
    copy.capabilities.removeAll(List.of(lacking));
    copy.reasons = with(reasons, reason, lacking);
    return copy.changed();
  }

  /** Returns the system with a remark on one of its capabilities. */
  public SystemDescriptor remarking(Capability capability, String sentence) {
    Copy copy = new Copy(this);
    copy.remarks = with(remarks, sentence, capability);
    return copy.changed();
  }

  public SystemDescriptor noting(String... sentences) {
    Copy copy = new Copy(this);
    copy.notes = List.of(sentences);
    return copy.changed();
  }

  /** Returns the system with the connections that it opens besides the shared ones. */
  public SystemDescriptor opening(OwnConnections each, Capability... capabilitiesOfIts) {
    Copy copy = new Copy(this);
    copy.ownConnections = with(ownConnections, each, capabilitiesOfIts);
    return copy.changed();
  }

  /**
   * Returns the system with a connection for each client that is started on demand, up to a number.
   */
  public SystemDescriptor growing(int connections) {
    Copy copy = new Copy(this);
    copy.maxConnections = connections;
    return copy.changed();
  }

  /** Returns the system with other promises. */
  public SystemDescriptor promising(Promises other) {
    Copy copy = new Copy(this);
    copy.promises = other;
    return copy.changed();
  }
}
