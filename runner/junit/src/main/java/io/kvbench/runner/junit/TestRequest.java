package io.kvbench.runner.junit;

import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.StartInterruptedException;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.Servers;
import io.kvbench.runner.embed.ServersBuilder;
import io.kvbench.runner.embed.WorkloadSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** The request of an annotation. */
record TestRequest(KvbenchTest annotation) {

  /** A property of the annotation. */
  private record Property(String name, String text) {
    static Property of(String assignment) {
      int equals = assignment.indexOf('=');
      if (equals < 1) {
        throw new ExtensionConfigurationException(
            "@KvbenchTest: a property does not have the form name=value: "
                + assignment.replaceFirst("[^A-Za-z0-9._-].*", "..."));
      }
      return new Property(
          assignment.substring(0, equals).strip(), assignment.substring(equals + 1));
    }

    boolean isAboutServers() {
      return ServersBuilder.understands(name);
    }
  }

  /** The key that distinguishes servers from others. */
  private record Key(Sharing sharing, String db, int nodes, List<Property> properties) {}

  private List<Property> properties() {
    List<Property> all = new ArrayList<>();
    for (String assignment : annotation.properties()) {
      all.add(Property.of(assignment));
    }
    return all;
  }

  private List<Property> ofServers() {
    return properties().stream().filter(Property::isAboutServers).toList();
  }

  Sharing sharing() {
    return annotation.sharing();
  }

  Optional<String> results() {
    return Optional.of(annotation.results()).filter(directory -> !directory.isEmpty());
  }

  /** Returns whether servers are started for the tests, instead of using existing ones. */
  boolean startsServers() {
    return properties().stream().noneMatch(property -> property.name().equals("endpoints"));
  }

  /**
   * Returns a key that is equal for tests that may share their servers. It includes the sharing,
   * since a store also finds values of the stores around it.
   */
  Object serversKey() {
    return new Key(annotation.sharing(), annotation.db(), annotation.nodes(), ofServers());
  }

  Servers start() {
    ServersBuilder servers = Kvbench.servers(annotation.db()).nodes(annotation.nodes());
    ofServers().forEach(property -> servers.set(property.name(), property.text()));
    try {
      return servers.start();
    } catch (ClusterException e) {
      throw new ParameterResolutionException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ParameterResolutionException(interrupted(e), e);
    }
  }

  private String interrupted(InterruptedException interruption) {
    String start =
        "interrupted while "
            + Quantities.count(annotation.nodes(), "server")
            + " of "
            + annotation.db()
            + " "
            + (annotation.nodes() == 1 ? "was" : "were")
            + " being started";
    return interruption instanceof StartInterruptedException told
        ? start + ": " + told.getMessage()
        : start + ".";
  }

  /** Returns the plan without its servers. */
  PlanBuilder plan() {
    PlanBuilder plan = Kvbench.plan(annotation.db()).workload(workload());
    boolean own = startsServers();
    properties().stream()
        .filter(property -> !(own && property.isAboutServers()))
        .forEach(property -> plan.set(property.name(), property.text()));
    return plan;
  }

  private WorkloadSpec workload() {
    String name = annotation.workload();
    if (name.isEmpty()) {
      return WorkloadSpec.properties("core");
    }
    return !WorkloadSpec.isResource(name) && Files.exists(Path.of(name))
        ? WorkloadSpec.file(Path.of(name))
        : WorkloadSpec.resource(name);
  }
}
