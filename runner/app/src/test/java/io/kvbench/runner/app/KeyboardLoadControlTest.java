package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.run.KeyboardLoadControl;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.BenchmarkRun;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunListener;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of keys that change a run on the store in memory. */
@Timeout(120)
class KeyboardLoadControlTest {
  private final List<String> notes = new ArrayList<>();

  @Test
  void keysChangeTheRateTheClientsAndTheMix() {
    RunResult result =
        run(
            "+-pp><o][?x\n",
            "target=100",
            "clients=20",
            "clients.initial=10",
            "maxexecutiontime=3");

    assertThat(result.phases().getLast().incidents().events().orElseThrow())
        .filteredOn(event -> event.source().equals(EventResult.OPERATOR))
        .extracting(EventResult::message)
        .containsExactlyInAnyOrder(
            "rate 110/s by hand",
            "rate 100/s by hand",
            "rate 0/s by hand",
            "rate 100/s by hand",
            "11 clients by hand",
            "10 clients by hand",
            // The share of updates, 5 %, with a weight of a quarter more.
            "93.83 % READ, 6.173 % UPDATE by hand",
            "95 % READ, 5 % UPDATE by hand");
    assertThat(notes)
        .anyMatch(note -> note.contains("change the share of UPDATE"))
        .anyMatch(note -> note.contains("10 of 20 clients"));
  }

  @Test
  void eachMixResumesWithItsOwnRate() {
    RunResult result =
        run(
            "pmpmp+mp",
            "maxexecutiontime=2",
            "mix.a.target=100",
            "mix.b.target=300",
            "mix.b.readproportion=1");

    // Each mix has times from its own start.
    assertThat(result.phases().getLast().incidents().events().orElseThrow())
        .extracting(EventResult::message)
        .containsSubsequence(
            "mix a: rate 0/s by hand", "mix a: rate 100/s by hand", "mix a: rate 110/s by hand")
        .containsSubsequence("mix b: rate 0/s by hand", "mix b: rate 300/s by hand")
        .hasSize(5);
  }

  /** The first of three mixes ends after two seconds, between the two keys. */
  @Test
  void keysChangeTheMixThatWasChosenAlsoWhenAnotherHasEnded() {
    RunResult result =
        run(
            "m|||||p",
            "maxexecutiontime=9",
            "mix.a.target=10",
            "mix.a.operationcount=32",
            "mix.b.target=100",
            "mix.c.target=100");

    assertThat(result.phases().getLast().incidents().events().orElseThrow())
        .extracting(EventResult::message)
        .containsExactly("mix b: rate 0/s by hand");
  }

  @Test
  void keysOfAClosedLoopSayWhatCannotBe() {
    run("+p", "clients=2", "maxexecutiontime=2", "thinktime=1ms");

    assertThat(notes)
        .filteredOn(note -> note.contains("only a run with a rate (target) can change it"))
        .hasSize(2);
  }

  /** Runs with keys, those of each second behind a bar. */
  private RunResult run(String keys, String... assignments) {
    PlanFactory factory =
        new PlanFactory(
            Bindings.load(),
            new Clusters(List.of()),
            PlanFactory.PlanExtension.NONE,
            "see the guide");
    Assignments given = new Assignments().add("recordcount", "100", Origin.of("test"));
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("test"));
    }
    Problems problems = new Problems();
    Settings settings = factory.resolve(given, problems);
    Planned planned =
        factory
            .plan(
                "test",
                factory.system("memory", "test", problems).orElseThrow(),
                settings,
                problems)
            .orElseThrow(() -> new AssertionError(problems.list().toString()));
    BenchmarkRun[] running = new BenchmarkRun[1];
    RunListener listener =
        new RunListener() {
          private final Iterator<String> left = List.of(keys.split("\\|", -1)).iterator();
          private @Nullable KeyboardLoadControl pressed;

          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (phase.name() == PhaseName.RUN && left.hasNext()) {
              KeyboardLoadControl before = pressed;
              KeyboardLoadControl now =
                  before == null ? new KeyboardLoadControl(running[0].live(), notes::add) : before;
              pressed = now;
              now.read(new ByteArrayInputStream(left.next().getBytes(StandardCharsets.US_ASCII)));
            }
          }
        };
    running[0] =
        new BenchmarkRun(
            planned.plan(),
            planned.provider(),
            new Clusters(List.of()),
            new StopSignal(),
            listener,
            List.of(),
            false);
    return running[0].executeWithoutFiles();
  }
}
