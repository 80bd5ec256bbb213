package io.kvbench.runner.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.sample.RandomStream;
import io.kvbench.core.workload.sample.Spread;
import io.kvbench.core.workload.sample.Variates;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of which package may import which. An import that the tables do not list fails. */
class ArchitectureTest {
  private static final String CORE = "io.kvbench.core..";
  private static final String RESULTS = "io.kvbench.results..";
  private static final String OPERATION = "io.kvbench.core.operation";
  private static final String FILE = "io.kvbench.core.file";
  private static final String CERTIFICATE = "io.kvbench.core.certificate";
  private static final String SETTING = "io.kvbench.core.setting";
  private static final String SERVER = "io.kvbench.core.server";
  private static final String BINDING = "io.kvbench.core.binding";
  private static final String TRACE = "io.kvbench.core.trace";
  private static final String RECORDED = "io.kvbench.core.history";
  private static final String CONSISTENCY = "io.kvbench.core.consistency";
  private static final String WORKLOAD = "io.kvbench.core.workload";
  private static final String ANY_WORKLOAD = WORKLOAD + "..";
  private static final String SAMPLE = WORKLOAD + ".sample";
  private static final String WORKLOAD_SETTING = WORKLOAD + ".setting";
  private static final String CHOICE = WORKLOAD + ".key";
  private static final String VALUE = WORKLOAD + ".value";
  private static final String FAMILY = WORKLOAD + ".family";
  private static final String REQUEST = WORKLOAD + ".request";
  private static final String CHECK = WORKLOAD + ".check";
  private static final String REPLAY = WORKLOAD + ".replay";
  private static final String PLAN = "io.kvbench.core.plan";
  private static final String SEARCH = "io.kvbench.core.search";
  private static final String MEASURE = "io.kvbench.core.measure";
  private static final String ENGINE = "io.kvbench.core.engine";
  private static final String HOST = "io.kvbench.results.host";
  private static final String HOST_LAYER = "io.kvbench.host..";
  private static final String LISTEN = "io.kvbench.host.listen";
  private static final String SAMPLES = "io.kvbench.host.samples";
  private static final String CLOCK = "io.kvbench.host.clock";
  private static final String JSON = "io.kvbench.host.json";
  private static final String RESULT = "io.kvbench.results.format";
  private static final String FIGURE = "io.kvbench.results.figure";
  private static final String STATISTICS = "io.kvbench.results.statistics";
  private static final String VERDICT = "io.kvbench.results.verdict";
  private static final String DIRECTORY = "io.kvbench.results.directory";
  private static final String COMPARE = "io.kvbench.reports.compare";
  private static final String HISTORY = "io.kvbench.reports.history";
  private static final String TABLE = "io.kvbench.reports.table";
  private static final String RUN_SHEETS = "io.kvbench.reports.run";
  private static final String TEXT = "io.kvbench.reports.text";
  private static final String DOCUMENT = "io.kvbench.reports.document";
  private static final String CONTENT = "io.kvbench.reports.content";
  private static final String SUITE_CELLS = "io.kvbench.reports.suite";
  private static final String SPIKES = "io.kvbench.reports.spikes";
  private static final String SERIES = "io.kvbench.reports.series";
  private static final String PLOT = "io.kvbench.reports.plot";
  private static final String CLUSTER = "io.kvbench.runner.cluster";
  private static final String AGENTS = CLUSTER + ".agents";
  private static final String AGENT = "io.kvbench.runner.agent";
  private static final String CLUSTER_PROVIDERS = CLUSTER + ".*..";
  private static final String DOCKER = "io.kvbench.docker";
  private static final String RUN = "io.kvbench.runner.run";
  private static final String WATCH = "io.kvbench.runner.run.watch";
  private static final String FIND = "io.kvbench.runner.run.find";
  private static final String FAULT = "io.kvbench.runner.run.fault";
  private static final String HOSTS = "io.kvbench.runner.run.hosts";
  private static final String NETWORK = "io.kvbench.runner.run.network";
  private static final String LIMITS = "io.kvbench.runner.run.limits";
  private static final String TOPOLOGY = "io.kvbench.runner.run.topology";
  private static final String EVENTS = "io.kvbench.runner.run.events";
  private static final String DISTRIBUTED = "io.kvbench.runner.distributed";
  private static final String COORDINATION = DISTRIBUTED + ".coordination";
  private static final String MESSAGE = DISTRIBUTED + ".message";
  private static final String LOAD_AGENT = DISTRIBUTED + ".agent";
  private static final String CONTROLLER = DISTRIBUTED + ".controller";
  private static final String KUBERNETES = DISTRIBUTED + ".kubernetes";
  private static final String SIDECAR = "io.kvbench.runner.sidecar";
  private static final String METRICS = "io.kvbench.runner.metrics";
  private static final String RECORD = "io.kvbench.runner.record";
  private static final String CALIBRATE = "io.kvbench.runner.calibrate";
  private static final String PROCESS = "io.kvbench.runner.process";
  private static final String SERVICE = "io.kvbench.runner.service";
  private static final String SUITE = "io.kvbench.runner.suite";
  private static final String EMBED = "io.kvbench.runner.embed";
  private static final String JUNIT = "io.kvbench.runner.junit";
  private static final String SUPPORT = "io.kvbench.bindings.support";
  private static final String SUPPORT_NETTY = SUPPORT + ".netty";
  private static final String SUPPORT_GRPC = SUPPORT + ".grpc";
  private static final String SUPPORT_TLS = SUPPORT + ".tls";
  private static final String TESTKIT = "io.kvbench.testkit";
  private static final String TESTKIT_CONTRACT = TESTKIT + ".contract";
  private static final String TESTKIT_GRPC = TESTKIT + ".grpc";
  private static final String TESTKIT_BROWSER = TESTKIT + ".browser";
  private static final String TESTKIT_HTTP = TESTKIT + ".http";

  /**
   * A group of packages with one row in the table.
   *
   * @param name the packages, in ArchUnit's notation
   * @param imports the packages of kvbench that they may import besides themselves
   */
  record Room(String name, List<String> imports) {
    Room(String name, String... imports) {
      this(name, List.of(imports));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A library and the only packages that may use it.
   *
   * @param name its packages, in ArchUnit's notation
   */
  record Library(String name, List<String> users) {
    Library(String name, String... users) {
      this(name, List.of(users));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Room> ROOMS =
      List.of(
          new Room(OPERATION),
          new Room(FILE),
          new Room(CERTIFICATE, FILE, MEASURE),
          new Room(SETTING),
          new Room(SERVER, FILE, SETTING),
          new Room(TRACE, OPERATION, FILE),
          new Room(RECORDED, OPERATION),
          new Room(CONSISTENCY, OPERATION, RECORDED),
          new Room(BINDING, OPERATION, SETTING, SERVER, TRACE),
          new Room(SAMPLE, FILE),
          new Room(WORKLOAD_SETTING, OPERATION, FILE, SETTING, SAMPLE),
          new Room(CHOICE, OPERATION, SETTING, SAMPLE, WORKLOAD_SETTING),
          new Room(VALUE, OPERATION, FILE, SETTING, SAMPLE, WORKLOAD_SETTING),
          new Room(FAMILY, OPERATION, SETTING, BINDING, SAMPLE, WORKLOAD_SETTING, CHOICE, VALUE),
          new Room(REQUEST, OPERATION, SETTING, SAMPLE, WORKLOAD_SETTING, CHOICE, VALUE, FAMILY),
          new Room(CHECK, OPERATION, RECORDED, SAMPLE, CHOICE, VALUE, REQUEST),
          new Room(
              REPLAY,
              OPERATION,
              FILE,
              SETTING,
              TRACE,
              SAMPLE,
              WORKLOAD_SETTING,
              VALUE,
              REQUEST,
              CHECK),
          new Room(WORKLOAD, OPERATION, SETTING, RECORDED, ANY_WORKLOAD),
          new Room(PLAN, OPERATION, FILE, SETTING, BINDING, ANY_WORKLOAD),
          new Room(SEARCH),
          new Room(MEASURE, OPERATION),
          new Room(ENGINE, OPERATION, SETTING, BINDING, ANY_WORKLOAD, PLAN, MEASURE),
          new Room(HOST, FILE),
          new Room(RESULT, OPERATION, SERVER, PLAN, MEASURE),
          new Room(STATISTICS),
          new Room(FIGURE, OPERATION, MEASURE, HOST, RESULT),
          new Room(
              VERDICT, OPERATION, SETTING, ANY_WORKLOAD, PLAN, MEASURE, STATISTICS, FIGURE, RESULT),
          new Room(DIRECTORY, FILE, SERVER, RESULT, HOST, OPERATION, ANY_WORKLOAD, PLAN, MEASURE),
          new Room(LISTEN, FILE, CERTIFICATE, SETTING),
          new Room(JSON),
          new Room(CLOCK, MEASURE),
          new Room(SAMPLES, LISTEN, CLOCK, DIRECTORY, HOST, MEASURE),
          new Room(SUPPORT, OPERATION, SETTING, BINDING),
          new Room(SUPPORT_NETTY, OPERATION, BINDING, SUPPORT),
          new Room(SUPPORT_GRPC, OPERATION, SUPPORT),
          new Room(SUPPORT_TLS, FILE, CERTIFICATE, SETTING, BINDING),
          new Room(
              "io.kvbench.bindings..",
              OPERATION,
              FILE,
              CERTIFICATE,
              SETTING,
              SERVER,
              TRACE,
              BINDING),
          new Room(TESTKIT, OPERATION, FILE, SETTING, CERTIFICATE, SERVER, TRACE, BINDING, MEASURE),
          new Room(TESTKIT_CONTRACT, OPERATION, SETTING, BINDING, ANY_WORKLOAD, PLAN, TESTKIT),
          new Room(TESTKIT_GRPC, OPERATION, BINDING, TESTKIT, TESTKIT_CONTRACT),
          new Room(TESTKIT_BROWSER, TESTKIT),
          new Room(TESTKIT_HTTP),
          new Room("io.kvbench.reports.colour", BINDING),
          new Room(TABLE, FIGURE),
          new Room(RUN_SHEETS, FIGURE, TABLE, RESULT, OPERATION, PLAN, MEASURE),
          new Room(
              COMPARE,
              FIGURE,
              DIRECTORY,
              RUN_SHEETS,
              TABLE,
              RESULT,
              OPERATION,
              SETTING,
              ANY_WORKLOAD,
              PLAN,
              STATISTICS,
              VERDICT,
              MEASURE),
          new Room(SUITE_CELLS, DIRECTORY, FIGURE, TABLE),
          new Room(
              SPIKES,
              FIGURE,
              STATISTICS,
              DIRECTORY,
              HOST,
              RUN_SHEETS,
              TABLE,
              SERVER,
              SETTING,
              RESULT,
              OPERATION,
              PLAN,
              MEASURE),
          new Room(
              HISTORY,
              FIGURE,
              FILE,
              STATISTICS,
              DIRECTORY,
              COMPARE,
              TABLE,
              RESULT,
              OPERATION,
              PLAN,
              MEASURE),
          new Room(TEXT, FIGURE, DOCUMENT, TABLE, RESULT, OPERATION, PLAN, MEASURE),
          new Room(DOCUMENT, FIGURE, TABLE),
          new Room(
              CONTENT,
              FIGURE,
              DOCUMENT,
              HOST,
              COMPARE,
              HISTORY,
              RUN_SHEETS,
              SUITE_CELLS,
              SPIKES,
              STATISTICS,
              TABLE,
              DIRECTORY,
              TEXT,
              "io.kvbench.reports.colour",
              BINDING,
              SERVER,
              RESULT,
              OPERATION,
              PLAN,
              MEASURE),
          new Room(
              "io.kvbench.reports.csv",
              FIGURE,
              STATISTICS,
              HOST,
              ANY_WORKLOAD,
              COMPARE,
              TABLE,
              DIRECTORY,
              SERIES,
              CONTENT,
              TEXT,
              RESULT,
              OPERATION,
              PLAN,
              MEASURE),
          new Room("io.kvbench.reports.html", FIGURE, DOCUMENT, TABLE, DIRECTORY, TEXT),
          new Room(
              SERIES,
              FIGURE,
              HOST,
              DIRECTORY,
              COMPARE,
              SPIKES,
              STATISTICS,
              SERVER,
              RESULT,
              OPERATION,
              PLAN,
              MEASURE),
          new Room(PLOT, FIGURE, SERIES, DOCUMENT, "io.kvbench.reports.colour", BINDING, TEXT),
          new Room(
              "io.kvbench.reports.tool",
              FIGURE,
              SETTING,
              ANY_WORKLOAD,
              TABLE,
              DIRECTORY,
              COMPARE,
              RESULT,
              OPERATION,
              PLAN,
              MEASURE),
          new Room(
              "io.kvbench.reports.markdown",
              FIGURE,
              CONTENT,
              DOCUMENT,
              COMPARE,
              TABLE,
              TEXT,
              RESULT,
              OPERATION),
          new Room(CLUSTER, FILE, CERTIFICATE, SETTING, SERVER, BINDING, HOST, LISTEN),
          new Room(
              CLUSTER_PROVIDERS,
              CLUSTER,
              FILE,
              CERTIFICATE,
              HOST,
              JSON,
              LISTEN,
              SETTING,
              SERVER,
              BINDING),
          new Room(
              DOCKER, FILE, CLUSTER, CLUSTER + ".local", SETTING, SERVER, BINDING, HOST, MEASURE),
          new Room(WATCH, MEASURE, RESULT),
          new Room(
              FAULT,
              OPERATION,
              BINDING,
              SETTING,
              ANY_WORKLOAD,
              PLAN,
              MEASURE,
              ENGINE,
              RESULT,
              CLUSTER,
              NETWORK),
          new Room(
              HOSTS,
              CLOCK,
              FILE,
              CERTIFICATE,
              LISTEN,
              SAMPLES,
              HOST,
              SETTING,
              PLAN,
              MEASURE,
              RESULT,
              CLUSTER,
              DIRECTORY),
          new Room(EVENTS, FILE, SETTING, SERVER, MEASURE, RESULT, CLUSTER),
          new Room(
              NETWORK,
              OPERATION,
              MEASURE,
              SETTING,
              SERVER,
              BINDING,
              PLAN,
              ANY_WORKLOAD,
              RESULT,
              CLUSTER,
              CLUSTER + ".local"),
          new Room(LIMITS, SETTING, SERVER, MEASURE, RESULT, CLUSTER),
          new Room(TOPOLOGY, FILE, SETTING, CLUSTER),
          new Room(
              RUN, CORE, RESULTS, CLUSTER, WATCH, FAULT, HOSTS, EVENTS, NETWORK, LIMITS, TOPOLOGY),
          new Room(
              FIND,
              SEARCH,
              SETTING,
              ANY_WORKLOAD,
              PLAN,
              MEASURE,
              OPERATION,
              BINDING,
              RESULT,
              VERDICT,
              RUN),
          new Room(COORDINATION, FILE, CERTIFICATE, CLOCK, MEASURE),
          new Room(MESSAGE, SETTING, JSON, RUN),
          new Room(
              LOAD_AGENT, CORE, RESULTS, CLOCK, RUN, WATCH, HOSTS, NETWORK, COORDINATION, MESSAGE),
          new Room(
              DISTRIBUTED,
              BINDING,
              CERTIFICATE,
              LISTEN,
              OPERATION,
              PLAN,
              SETTING,
              ANY_WORKLOAD,
              SERVER,
              FAULT,
              NETWORK),
          new Room(KUBERNETES, FILE, LISTEN, SETTING, DISTRIBUTED),
          new Room(
              CONTROLLER,
              CORE,
              RESULTS,
              LISTEN,
              RUN,
              HOSTS,
              DISTRIBUTED,
              COORDINATION,
              MESSAGE,
              LOAD_AGENT,
              KUBERNETES,
              CLUSTER + ".local"),
          new Room(
              EMBED,
              FILE,
              OPERATION,
              SETTING,
              BINDING,
              ANY_WORKLOAD,
              PLAN,
              ENGINE,
              RESULT,
              VERDICT,
              CLUSTER,
              RUN,
              HOSTS,
              DIRECTORY),
          new Room(
              JUNIT, OPERATION, MEASURE, FIGURE, RESULT, CLUSTER, RUN, EMBED, DIRECTORY, COMPARE,
              CONTENT, DOCUMENT, TABLE, TEXT),
          new Room(SIDECAR, HOST, MEASURE),
          new Room(METRICS, OPERATION, FILE, SETTING, PLAN, MEASURE, RESULT, HOST, LISTEN),
          new Room(
              AGENT,
              SETTING,
              SERVER,
              BINDING,
              MEASURE,
              CLUSTER,
              AGENTS,
              CLUSTER + ".local",
              RUN,
              SIDECAR,
              SAMPLES),
          new Room(RECORD, OPERATION, BINDING, TRACE),
          new Room(CALIBRATE, CORE, RESULTS, CONTENT, DOCUMENT, TABLE, TEXT),
          new Room(PROCESS, ENGINE, OPERATION, SETTING),
          new Room(
              SERVICE,
              PROCESS,
              CORE,
              RESULTS,
              COMPARE,
              CONTENT,
              DOCUMENT,
              TEXT,
              "io.kvbench.reports.csv",
              "io.kvbench.reports.html",
              "io.kvbench.reports.markdown",
              CLUSTER + ".local",
              RUN,
              LISTEN,
              JSON),
          new Room(
              SUITE,
              PROCESS,
              CORE,
              RESULTS,
              COMPARE,
              CONTENT,
              DOCUMENT,
              SUITE_CELLS,
              TABLE,
              TEXT,
              "io.kvbench.reports.html",
              CLUSTER,
              RUN),
          new Room(
              "io.kvbench.runner.app..",
              CORE,
              RESULTS,
              "io.kvbench.reports..",
              CLUSTER,
              RUN,
              FIND,
              FAULT,
              HOSTS,
              EVENTS,
              NETWORK,
              TOPOLOGY,
              DISTRIBUTED,
              COORDINATION,
              LOAD_AGENT,
              CONTROLLER,
              SIDECAR,
              METRICS,
              HOST_LAYER,
              AGENT,
              CALIBRATE,
              PROCESS,
              SERVICE,
              SUITE,
              RECORD),
          new Room("io.kvbench.runner.launcher"));

  static final List<Library> LIBRARIES =
      List.of(
          new Library("org.HdrHistogram..", MEASURE),
          new Library(
              "com.fasterxml.jackson..",
              DIRECTORY,
              TOPOLOGY,
              JSON,
              KUBERNETES,
              SERVICE,
              TESTKIT_BROWSER,
              TESTKIT_HTTP,
              "io.kvbench.bindings.consul.."),
          new Library("com.networknt..", TESTKIT_HTTP),
          new Library("org.jfree..", PLOT),
          new Library("org.apache.batik..", PLOT),
          new Library("org.w3c.dom..", PLOT),
          new Library("org.kiwiproject..", "io.kvbench.bindings.consul.."),
          new Library("com.orbitz.consul..", "io.kvbench.bindings.consul.."),
          new Library("okhttp3..", "io.kvbench.bindings.consul.."),
          new Library("picocli..", "io.kvbench.runner.app.."),
          new Library("org.testcontainers..", DOCKER),
          new Library("com.github.dockerjava..", DOCKER),
          new Library("org.apache.commons.compress..", DOCKER),
          new Library("ch.qos.logback..", "io.kvbench.runner.app.terminal"),
          new Library("oshi..", SIDECAR),
          new Library("io.micrometer..", METRICS),
          new Library("io.prometheus..", METRICS),
          new Library("com.sun.net.httpserver..", METRICS, LISTEN, SAMPLES, SERVICE),
          new Library("org.junit..", TESTKIT, TESTKIT_CONTRACT, TESTKIT_GRPC, JUNIT),
          new Library(
              "org.assertj..", TESTKIT, TESTKIT_CONTRACT, TESTKIT_GRPC, TESTKIT_HTTP, JUNIT),
          new Library("org.apache.zookeeper..", "io.kvbench.bindings.zookeeper..", COORDINATION),
          new Library("org.apache.curator..", "io.kvbench.bindings.zookeeper..", COORDINATION),
          new Library("io.etcd..", "io.kvbench.bindings.etcd.."),
          new Library(
              "io.grpc..",
              SUPPORT_GRPC,
              "io.kvbench.bindings.etcd..",
              "io.kvbench.bindings.dengine..",
              TESTKIT_GRPC),
          new Library(
              "com.google.protobuf..",
              "io.kvbench.bindings.etcd..",
              "io.kvbench.bindings.dengine.."),
          new Library(
              "io.netty..",
              SUPPORT_NETTY,
              "io.kvbench.bindings.etcd..",
              "io.kvbench.bindings.consul..",
              "io.kvbench.bindings.dengine..",
              "io.kvbench.bindings.zookeeper.."));

  /** The rooms that client libraries of a store may be brought to. */
  private static final String[] STORES = {"io.kvbench.bindings.."};

  private static final String[] JDK = {"java..", "javax..", "com.sun.management.."};

  @ParameterizedTest
  @FieldSource("ROOMS")
  void aRoomImportsWhatItsRowSays(Room room) {
    noClasses()
        .that()
        .resideInAPackage(room.name())
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.kvbench..")
                .and(not(resideInAPackage(room.name())))
                .and(not(resideInAnyPackage(room.imports().toArray(String[]::new)))))
        .allowEmptyShould(mayBeEmpty(room.name()))
        .check(MainClasses.ALL);
  }

  @Test
  void everyPackageHasARow() {
    classes()
        .should()
        .resideInAnyPackage(ROOMS.stream().map(Room::name).toArray(String[]::new))
        .check(MainClasses.ALL);
  }

  @ParameterizedTest
  @FieldSource("LIBRARIES")
  void aLibraryStaysWithItsUsers(Library library) {
    noClasses()
        .that()
        .resideOutsideOfPackages(library.users().toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library.name())
        .check(MainClasses.ALL);
  }

  /** Room by room, everything from outside kvbench that it may use. */
  static Stream<Room> roomsWithTheirLibraries() {
    return ROOMS.stream()
        .map(
            room -> {
              List<String> allowed = new ArrayList<>(List.of(JDK));
              allowed.add("io.kvbench..");
              if (!room.name().equals("io.kvbench.runner.launcher")) {
                allowed.add("org.jspecify.annotations");
              }
              if (room.name().equals("io.kvbench.runner.app..")) {
                allowed.add("org.slf4j..");
              }
              LIBRARIES.stream()
                  .filter(library -> library.users().stream().anyMatch(user -> within(user, room)))
                  .forEach(library -> allowed.add(library.name()));
              return new Room(room.name(), allowed);
            })
        .filter(room -> !List.of(STORES).contains(room.name()));
  }

  @ParameterizedTest
  @MethodSource("roomsWithTheirLibraries")
  void noRoomHasALibraryThatIsNotListed(Room room) {
    classes()
        .that()
        .resideInAPackage(room.name())
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(room.imports().toArray(String[]::new)))
        .allowEmptyShould(mayBeEmpty(room.name()))
        .check(MainClasses.ALL);
  }

  @Test
  void onlyCoreKnowsHowKeysAndValuesAreMade() {
    noClasses()
        .that()
        .resideOutsideOfPackage(CORE)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(SAMPLE, CHOICE, VALUE)
                .and(
                    not(
                        belongToAnyOf(
                            RunPart.class, RandomStream.class, Spread.class, Variates.class))))
        .check(MainClasses.ALL);
  }

  @Test
  void bindingsDoNotKnowOneAnother() {
    slices()
        .matching("io.kvbench.bindings.(*)..")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(DescribedPredicate.alwaysTrue(), resideInAPackage(SUPPORT + ".."))
        .check(MainClasses.ALL);
  }

  @Test
  void clusterProvidersDoNotKnowOneAnother() {
    slices()
        .matching(CLUSTER + ".(*)..")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(DescribedPredicate.alwaysTrue(), resideInAPackage(CLUSTER + ".local"))
        .allowEmptyShould(true)
        .check(MainClasses.ALL);
  }

  @Test
  void noTwoPackagesNeedEachOther() {
    slices().matching("io.kvbench.(**)").should().beFreeOfCycles().check(MainClasses.ALL);
  }

  @Test
  void theCatalogueOfFiguresIsTheOnlyOne() {
    noClasses()
        .that()
        .areEnums()
        .and()
        .doNotHaveFullyQualifiedName(FIGURE + ".Metric")
        .and()
        .doNotHaveFullyQualifiedName(RESULT + ".Percentile")
        .should(declareAFieldNamed("P50", "P99", "P999"))
        .check(MainClasses.ALL);
    noClasses()
        .that()
        .resideOutsideOfPackage(FIGURE)
        .should()
        .haveSimpleName("Unit")
        .check(MainClasses.ALL);
  }

  private static ArchCondition<JavaClass> declareAFieldNamed(String... names) {
    return have(
        DescribedPredicate.describe(
            "a field " + String.join(" or ", names),
            type -> Stream.of(names).anyMatch(name -> type.tryGetField(name).isPresent())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        VERDICT,
        COMPARE,
        HISTORY,
        SUITE_CELLS,
        SERIES,
        RUN_SHEETS,
        PLOT,
        "io.kvbench.reports.csv",
        CONTENT
      })
  void figuresAreTakenFromTheCatalogue(String room) {
    assertThat(MainClasses.ALL)
        .filteredOn(resideInAPackage(room))
        .anyMatch(
            type ->
                type.getDirectDependenciesFromSelf().stream()
                    .anyMatch(
                        dependency ->
                            List.of(
                                    FIGURE + ".Metric",
                                    FIGURE + ".Formula",
                                    FIGURE + ".Measurement")
                                .contains(dependency.getTargetClass().getName())));
  }

  @Test
  void whatIsCheckedIsThere() {
    assertThat(ROOMS)
        .filteredOn(room -> !mayBeEmpty(room.name()))
        .allMatch(room -> MainClasses.ALL.stream().anyMatch(resideInAPackage(room.name())));
    assertThat(MainClasses.ALL).hasSizeGreaterThan(200);
    assertThat(MainClasses.ALL)
        .noneMatch(type -> !type.isAnnotation() && type.getName().endsWith("Test"));
  }

  private static boolean within(String user, Room room) {
    return user.startsWith(room.name().replaceAll("(\\.\\*)?\\.\\.$", ""));
  }

  /** A build may omit every provider of servers. */
  private static boolean mayBeEmpty(String room) {
    return room.startsWith(CLUSTER) || room.equals(DOCKER);
  }

  private static DescribedPredicate<JavaClass> not(DescribedPredicate<JavaClass> predicate) {
    return DescribedPredicate.not(predicate);
  }
}
