package com.example.store;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The provider of the map store; named in META-INF/services. */
public final class MapProvider implements BindingProvider {
  private static final boolean INSIDE_THE_PROCESS = true;

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(
        new SystemDescriptor(
                "map",
                "Map store",
                EnumSet.of(Capability.INSERT, Capability.READ_DEFAULT, Capability.UPDATE),
                Map.of(
                    Capability.READ_LINEARIZABLE,
                    "there is one copy of everything; leave readconsistency out.",
                    Capability.READ_STALE,
                    "there is one copy of everything; leave readconsistency out.",
                    Capability.DELETE,
                    "its records stay; leave deleteproportion out.",
                    Capability.SCAN,
                    "a hash map keeps no order; leave scanproportion out.",
                    Capability.COMPARE_AND_SET,
                    "its records have no versions; leave compareandsetproportion out.",
                    Capability.TRANSACTION,
                    "it writes one record at a time; leave transactionproportion out.",
                    Capability.WATCH,
                    "it does not report writes; omit watchproportion."),
                List.of(),
                INSIDE_THE_PROCESS)
            .lacking("a hash map keeps no order; leave rangeproportion out.", Capability.ranges())
            .lacking(
                "its records have no versions; leave stmproportion out.",
                Capability.TRANSACTION_GUARD,
                Capability.SNAPSHOT)
            .lacking(
                "it reads one record at a time; leave readtransactionproportion out.",
                Capability.READ_TRANSACTION)
            .lacking(
                "it has no connections; leave oneshotreadproportion out.", Capability.oneShot())
            .lacking(
                "it reports no writes; leave watchedupdateproportion out.", Capability.watchers())
            .lacking(
                "it has neither locks nor leases; leave their proportions out.",
                Capability.coordination()));
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config) {
    return new MapBinding(new ConcurrentHashMap<>(), new AtomicBoolean());
  }
}
