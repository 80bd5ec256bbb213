package com.example.app;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;

import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.WorkloadSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** The stores of the application under load, beside the running application. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class StoreIT {
  @ParameterizedTest
  @ValueSource(strings = {"light", "library"})
  void etcdInAContainerOfTheApplication(String client) throws Exception {
    try (GenericContainer<?> etcd =
        new GenericContainer<>(DockerImageName.parse(System.getProperty("etcd.image")))
            .withCommand(
                "etcd",
                "--listen-client-urls=http://0.0.0.0:2379",
                "--advertise-client-urls=http://127.0.0.1:2379")
            .withExposedPorts(2379)
            .waitingFor(Wait.forListeningPort())) {
      etcd.start();

      assertThat(
              Kvbench.run(
                  plan("etcd", client)
                      .endpoints(etcd.getHost() + ":" + etcd.getMappedPort(2379))
                      .build()))
          .isComplete()
          .hasNoErrors();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "library"})
  void zooKeeperInThisProcess(String client) throws Exception {
    assertThat(Kvbench.run(plan("zookeeper", client).build())).isComplete().hasNoErrors();
  }

  private static PlanBuilder plan(String system, String client) {
    return Kvbench.plan(system)
        .workload(WorkloadSpec.resource("workloads/workloada").records(1_000).valueBytes(100))
        .clients(16)
        .set("operationcount", "5000")
        .set("client", client);
  }
}
