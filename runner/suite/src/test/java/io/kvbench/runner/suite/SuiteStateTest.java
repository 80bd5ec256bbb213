package io.kvbench.runner.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteStateTest {
  private static final Expected UNKNOWN = new Expected(0, false);
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path temporary;
  private SuiteDirectory directory;

  @BeforeEach
  void open() throws Exception {
    directory = SuiteDirectory.open(temporary.resolve("s"), FilePermissions.OWNER).orElseThrow();
  }

  @AfterEach
  void close() {
    directory.close();
  }

  private SuiteState begin(Map<String, String> definition) throws Exception {
    return SuiteState.begin(
        SuitePlans.of(2, UNKNOWN, definition), directory, directory.read(), NanoClock.system());
  }

  private static CellOutcome outcome(long wallNanos) {
    return new CellOutcome(
        "VALID",
        List.of(),
        0,
        wallNanos,
        OptionalDouble.of(10),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        10,
        0);
  }

  private Cell done(SuiteState state, int index, long wallNanos) throws Exception {
    String path = "cells/" + state.cell(index).name() + "/run";
    Files.createDirectories(directory.path().resolve(path));
    Files.createFile(directory.path().resolve(path).resolve("result.json"));
    Cell done =
        state
            .cell(index)
            .running(Instant.EPOCH)
            .ended(
                Status.DONE, Optional.empty(), Optional.of(path), Optional.of(outcome(wallNanos)));
    state.set(index, done);
    return done;
  }

  @Test
  void aSuiteThatWasKilledKeepsWhatIsDoneAndRepeatsTheRest() throws Exception {
    SuiteState first = begin(Map.of("axis.db", "a,b"));
    assertThat(first.cells()).hasSize(8).extracting(Cell::status).containsOnly(Status.PENDING);
    Cell done = done(first, 0, SECOND);
    first.set(1, first.cell(1).running(Instant.EPOCH));
    Path partial = directory.cell(first.cell(1).name()).resolve("20260101T000000Z-w-a");
    Files.createDirectory(partial);
    first.set(
        2,
        first.cell(2).ended(Status.FAILED, Optional.of("why"), Optional.empty(), Optional.empty()));
    first.set(3, first.cell(3).passedOver(Status.SKIPPED, "max.time"));

    SuiteState second = begin(Map.of("axis.db", "a,b"));

    assertThat(second.cell(0)).isEqualTo(done);
    assertThat(second.cells().subList(1, 8)).extracting(Cell::status).containsOnly(Status.PENDING);
    assertThat(second.cell(1).earlier())
        .containsExactly("cells/" + first.cell(1).name() + "/20260101T000000Z-w-a");
    assertThat(second.cell(2).reason()).isEmpty();
    assertThat(SuiteDirectory.read(directory.path()).cells()).isEqualTo(second.cells());
  }

  @Test
  void aCellWhoseResultIsGoneRunsAgain() throws Exception {
    SuiteState first = begin(Map.of());
    Cell done = done(first, 0, SECOND);
    Files.delete(
        directory.path().resolve(done.resultDirectory().orElseThrow()).resolve("result.json"));

    assertThat(begin(Map.of()).cell(0).status()).isEqualTo(Status.PENDING);
  }

  @Test
  void aSuiteThatIsAnotherOneIsRefusedWithWhatDiffers() throws Exception {
    begin(Map.of("axis.clients", "1,2", "keysize", "8", "gone", "1"));
    SuiteDocument before = SuiteDirectory.read(directory.path());

    assertThatThrownBy(() -> begin(Map.of("axis.clients", "1,3", "keysize", "8", "more", "2")))
        .isInstanceOf(SuiteException.class)
        .hasMessageContaining("axis.clients was 1,2 and is 1,3")
        .hasMessageContaining("gone=1 is no longer there")
        .hasMessageContaining("more=2 is new")
        .hasMessageNotContaining("keysize");
    assertThat(SuiteDirectory.read(directory.path())).isEqualTo(before);
  }

  @Test
  void whatIsLeftIsToldByLikeRunsFirst() throws Exception {
    SuitePlan plan = SuitePlans.of(2, UNKNOWN, Map.of());
    SuiteState state = begin(Map.of());
    assertThat(new TimeLeft(plan, state.cells()).ofAll(0)).isEmpty();

    // a with 1 client took 2 s; nothing is known of b, which may take as long.
    done(state, 0, 2 * SECOND);
    assertThat(new TimeLeft(plan, state.cells()).of(7)).hasValue(2 * SECOND);

    // b with 1 client takes 10 s; with 2, it is the nearest that is known.
    done(state, 2, 10 * SECOND);
    TimeLeft left = new TimeLeft(plan, state.cells());
    assertThat(left.of(3)).hasValue(10 * SECOND);
    assertThat(left.of(1)).hasValue(2 * SECOND);
    // Left are a,2 b,2 and the second round b,2 b,1 a,2 a,1, each after a pause of 1 s.
    assertThat(left.ofAll(0)).hasValue((2 + 10 + 10 + 10 + 2 + 2 + 6) * SECOND);
  }

  @Test
  void withoutRunsThePlanTellsWhatIsLeft() throws Exception {
    SuitePlan plan = SuitePlans.of(2, new Expected(3 * SECOND, true), Map.of());

    assertThat(new TimeLeft(plan, begin(Map.of()).cells()).ofAll(0))
        .isEqualTo(OptionalLong.of(8 * (3 + 1) * SECOND));
  }

  @Test
  void runsThatHardlyEndHaveATime() throws Exception {
    SuitePlan plan = SuitePlans.of(2, new Expected(Long.MAX_VALUE, true), Map.of());

    assertThat(new TimeLeft(plan, begin(Map.of()).cells()).ofAll(0)).hasValue(Long.MAX_VALUE);
    assertThat(SuitePlanText.of(plan, TextStyle.PLAIN)).containsPattern("Time +2,562,047 h");
  }
}
