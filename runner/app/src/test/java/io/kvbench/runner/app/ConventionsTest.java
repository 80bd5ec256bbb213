package io.kvbench.runner.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.runner.run.Bindings;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The constructs that no class may use, or only the few named here. */
class ConventionsTest {
  private static final String[] CLOCKS = {"io.kvbench.core.measure", "io.kvbench.core.engine"};

  /** Where somebody waits for a server no longer than a deadline. */
  private static final String[] DEADLINES = {
    "io.kvbench.bindings..",
    "io.kvbench.runner.cluster..",
    "io.kvbench.docker",
    "io.kvbench.testkit.."
  };

  private static final String[] MAIN_CLASSES = {
    "io.kvbench.runner.app.Main", "io.kvbench.runner.launcher.Launcher"
  };

  /** Shutdown hooks, where an exit would wait for itself, and the main class of a server. */
  private static final String[] HALTING = {
    "io.kvbench.runner.app.Shutdown",
    "io.kvbench.runner.launcher.NewerJvm",
    "io.kvbench.core.server.LivenessPipe"
  };

  /** Made by protoc, which knows no annotations. */
  private static final String GENERATED = "io.kvbench.bindings.dengine.proto";

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  /** Agents meet on a ZooKeeper of their own, which is no system under test. */
  private static final String COORDINATION = "/runner/distributed/coordination/";

  private static final Pattern SYSTEM =
      Pattern.compile("etcd|zookeeper|consul|d-?engine", Pattern.CASE_INSENSITIVE);

  private static final Pattern REQUIRED = Pattern.compile("RealServers\\.require\\(\\s*\"([^\"]+)");

  /** Formats of tools that are called after a system. */
  private static final List<String> NAMING_SYSTEMS =
      List.of(
          "reports/csv/ScenariosCsv.java",
          "reports/text/ToolSummary.java",
          "reports/tool/MergedHistogramLog.java",
          "reports/tool/Perfdash.java",
          "runner/app/ReportCommand.java");

  @Test
  void onlyASystemsModuleNamesIt() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      assertThat(
              files
                  .filter(file -> file.toString().contains("/src/main/java/io/kvbench/"))
                  .filter(file -> !file.startsWith(ROOT.resolve("bindings")))
                  .filter(file -> !file.toString().contains(COORDINATION))
                  .filter(file -> NAMING_SYSTEMS.stream().noneMatch(file::endsWith))
                  .filter(ConventionsTest::namesASystem))
          .isEmpty();
    }
  }

  @Test
  void everySystemHasAColourOfItsOwn() {
    assertThat(
            Bindings.load().all().stream()
                .map(reachable -> reachable.provider().colour(reachable.system())))
        .hasSizeGreaterThan(6)
        .doesNotContain(SystemColour.GREY)
        .doesNotHaveDuplicates();
  }

  @Test
  void requirementsOfTestsAreListed() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      assertThat(
              files
                  .filter(file -> file.toString().contains("/src/test/java/io/kvbench/"))
                  .filter(
                      file -> Files.isRegularFile(file) && !file.endsWith("RealServersTest.java"))
                  .flatMap(ConventionsTest::requirements)
                  .distinct())
          .contains("etcd", "script")
          .allSatisfy(name -> assertThat(RealServers.remedy(name)).doesNotStartWith("Put "));
    }
  }

  private static Stream<String> requirements(Path file) {
    try {
      return REQUIRED.matcher(Files.readString(file)).results().map(match -> match.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean namesASystem(Path file) {
    try {
      return Files.isRegularFile(file) && SYSTEM.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void onlyMainClassesEndTheJvm() {
    nobody(outside(MAIN_CLASSES), access(System.class, "exit").or(access(Runtime.class, "exit")));
  }

  @Test
  void onlyShutdownHooksAndServersHaltTheJvm() {
    nobody(outside(HALTING), access(Runtime.class, "halt"));
  }

  @Test
  void onlyMeasuringReadsTheClock() {
    nobody(
        DescribedPredicate.not(resideInAnyPackage(CLOCKS)),
        access(System.class, "currentTimeMillis")
            .or(access(Clock.class, "system.*", "tick.*"))
            .or(access(InstantSource.class, "system"))
            .or(access(Calendar.class, "getInstance"))
            .or(describe("java.time's now", ConventionsTest::isNow))
            .or(describe("new Date()", ConventionsTest::isNewDate)));
  }

  @Test
  void onlyMeasuringAndDeadlinesReadTheNanosecondClock() {
    nobody(
        DescribedPredicate.not(resideInAnyPackage(CLOCKS).or(resideInAnyPackage(DEADLINES))),
        access(System.class, "nanoTime"));
  }

  @Test
  void nobodyPrintsAStackTrace() {
    nobody(
        DescribedPredicate.alwaysTrue(),
        access(Throwable.class, "printStackTrace").or(access(Thread.class, "dumpStack")));
  }

  @Test
  void nobodyLogsThroughTheJdk() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .check(MainClasses.ALL);
  }

  @Test
  void everyPackageIsNullMarked() {
    classes()
        .that()
        .resideOutsideOfPackages("io.kvbench.runner.launcher", GENERATED)
        .should(liveInANullMarkedPackage())
        .because("javac reads the annotation for every release but that of the launcher, 8")
        .check(MainClasses.ALL);
  }

  private static void nobody(
      DescribedPredicate<JavaClass> classes, DescribedPredicate<JavaAccess<?>> access) {
    noClasses().that(classes).should().accessTargetWhere(access).check(MainClasses.ALL);
  }

  private static DescribedPredicate<JavaClass> outside(String... names) {
    return DescribedPredicate.not(MainClasses.named(names));
  }

  /** Calls of, and references to, methods whose names match one of the patterns. */
  private static DescribedPredicate<JavaAccess<?>> access(Class<?> owner, String... patterns) {
    return describe(
        owner.getSimpleName() + "." + String.join("|", patterns),
        target ->
            target.getOwner().isAssignableTo(owner)
                && List.of(patterns).stream().anyMatch(target.getName()::matches));
  }

  private static boolean isNow(AccessTarget target) {
    return target.getOwner().getPackageName().equals("java.time") && target.getName().equals("now");
  }

  private static boolean isNewDate(AccessTarget target) {
    return target.getOwner().isEquivalentTo(Date.class)
        && target instanceof AccessTarget.ConstructorCallTarget constructor
        && constructor.getRawParameterTypes().isEmpty();
  }

  private static DescribedPredicate<JavaAccess<?>> describe(
      String description, Predicate<AccessTarget> target) {
    return DescribedPredicate.describe(description, access -> target.test(access.getTarget()));
  }

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a package that is @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        events.add(
            new SimpleConditionEvent(
                type,
                type.getPackage().isAnnotatedWith(NullMarked.class),
                type.getName() + " lives in a package that is not @NullMarked"));
      }
    };
  }
}
