package io.kvbench.testkit;

import io.kvbench.core.binding.BindingException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of every binding. A binding's module extends this, or {@link ServerContract} if
 * there are servers, and provides its {@link Subject}; it then has all tests and, for kvbench's own
 * bindings, the rows in the guide's tables.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
public abstract class BindingContract
    implements WritesContract,
        ReadsContract,
        VersionsContract,
        OrderContract,
        TransactionsContract,
        RangesContract,
        OneShotContract,
        CoordinationContract,
        WatchesContract,
        WatchersContract,
        KeysContract,
        DeclarationsContract,
        CompletionsContract,
        KeySpaceContract,
        AccountContract {

  private @Nullable RunningSubject stage;

  /** Returns the system to test. Called before anything is started. */
  protected abstract Subject subject();

  /** Opens the binding that most tests share; {@link ServerContract} starts servers first. */
  @BeforeAll
  void begin(@TempDir Path directory) throws Exception {
    open(List.of());
  }

  final void open(List<String> endpoints) throws BindingException, InterruptedException {
    stage = new RunningSubject(subject(), endpoints);
  }

  @AfterAll
  void end() {
    if (stage != null) {
      stage.close();
    }
  }

  @Override
  public final RunningSubject stage() {
    return Objects.requireNonNull(stage, "nothing was started");
  }

  /**
   * The other tests have shown that the facts are true; here those of kvbench's own bindings are
   * compared with the guide. There is no such test for the bindings of other projects.
   */
  @TestFactory
  final Stream<DynamicTest> theGuidesTables() {
    return Stream.of(getClass())
        .filter(contract -> contract.getPackageName().startsWith("io.kvbench."))
        .filter(contract -> subject().isInTheGuide())
        .map(contract -> DynamicTest.dynamicTest("have the system's rows", this::checkRows));
  }

  private void checkRows() {
    SystemsPage.find(Path.of("")).check(SystemsPage.rows(stage().system(), stage().facts()));
  }
}
