package com.example.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.benchmarks.client.ApiException;
import com.example.benchmarks.client.DefaultApi;
import com.example.benchmarks.client.model.LoadChange;
import com.example.benchmarks.client.model.Run;
import com.example.benchmarks.client.model.RunRequest;
import com.example.benchmarks.client.model.RunRequestPropertiesValue;
import java.io.BufferedReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A test of the generated client with a real service. */
@Timeout(180)
class RunWorkloadTest {
  private static final String LISTENING = "listening on ";

  @TempDir Path directory;
  private Process process;
  private DefaultApi service;

  @BeforeEach
  void start() throws Exception {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of(System.getProperty("kvbench.jar")).toRealPath().toString(),
                "serve",
                "--port",
                "0",
                "-p",
                "exit.on=never")
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    assertNotNull(line, "the service has ended");
    assertTrue(line.startsWith(LISTENING), line);
    service = RunWorkload.service(line.substring(LISTENING.length()));
  }

  @AfterEach
  void stop() throws Exception {
    process.destroy();
    process.waitFor();
  }

  @Test
  void aWorkloadIsRunAndCompared() throws Exception {
    RunRequest smoke =
        new RunRequest()
            .system("memory")
            .workload("smoke")
            .properties(Map.of("clients", new RunRequestPropertiesValue(BigDecimal.valueOf(4))));

    assertTrue(service.catalog().getSystems().contains("memory"));
    assertEquals("run", service.plan(smoke).getPhases().getLast().getName());
    Run run = RunWorkload.run(service, smoke);

    assertEquals(Run.StateEnum.DONE, run.getState(), String.valueOf(run.getReason()));
    // Its store is inside kvbench.
    assertEquals(Run.VerdictEnum.SUSPECT, run.getVerdict());
    assertEquals("4", run.getProperties().get("clients"));
    assertTrue(run.getFiles().contains("result.json"), run.getFiles().toString());
    assertEquals(run.getId(), service.listRuns(10).getRuns().getFirst().getId());
    ApiException over =
        assertThrows(
            ApiException.class,
            () ->
                service.changeLoad(
                    run.getId(), new LoadChange().ratePerSecond(BigDecimal.valueOf(500))));
    assertEquals(409, over.getCode());
  }

  @Test
  void whatIsWrongIsSaid() {
    ApiException wrong =
        assertThrows(
            ApiException.class,
            () -> service.startRun(new RunRequest().system("nothing").workload("smoke")));
    assertEquals(400, wrong.getCode());
    assertTrue(wrong.getResponseBody().contains("unknown system"), wrong.getResponseBody());
  }
}
