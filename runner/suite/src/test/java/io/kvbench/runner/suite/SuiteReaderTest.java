package io.kvbench.runner.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.setting.WorkloadFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuiteReaderTest {
  private static final List<Setting<?>> PROPERTIES = properties();

  private Problems problems = new Problems();

  private static List<Setting<?>> properties() {
    List<Setting<?>> all = new ArrayList<>(RunSettings.all());
    all.addAll(Workload.settings());
    all.add(Setting.text("store.password", "A secret.").asSecret());
    return all;
  }

  private SuiteFile read(String text, String... given) {
    problems = new Problems();
    Assignments lines =
        WorkloadFile.read(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "s", problems);
    Assignments flags = new Assignments();
    for (String each : given) {
      String[] parts = each.split("=", 2);
      flags.add(parts[0], parts[1], Origin.of("-p " + parts[0]));
    }
    return SuiteReader.read("s", lines, flags, PROPERTIES, problems);
  }

  private List<Combination> combinations(String text, String... given) {
    List<Combination> found = Combinations.of(read(text, given), problems);
    assertThat(problems.list()).isEmpty();
    return found;
  }

  private List<String> problems(String text, String... given) {
    SuiteFile file = read(text, given);
    if (problems.isEmpty()) {
      Combinations.of(file, problems);
    }
    return problems.list().stream().map(Object::toString).toList();
  }

  private static List<Map<String, String>> parameters(List<Combination> combinations) {
    return combinations.stream().map(Combination::parameters).toList();
  }

  /** Returns the effective properties of a combination: the last of each name. */
  private static Map<String, String> effective(Combination combination) {
    Map<String, String> values = new TreeMap<>();
    combination.assignments().list().forEach(each -> values.put(each.name(), each.text()));
    return values;
  }

  @Test
  void aSuiteIsNamedByItsFileWithoutTheEnding() {
    assertThat(SuitePlanner.nameOf("mine/sizes.properties")).isEqualTo("sizes");
    assertThat(SuitePlanner.nameOf("suites/quick")).isEqualTo("quick");
    assertThat(SuitePlanner.nameOf(".properties")).isEqualTo(".properties");
  }

  @Test
  void axesAreCombinedTheLastOneVaryingFastest() {
    assertThat(parameters(combinations("axis.db=a,b\naxis.valuesize=1,2\n")))
        .containsExactly(
            Map.of("db", "a", "valuesize", "1"),
            Map.of("db", "a", "valuesize", "2"),
            Map.of("db", "b", "valuesize", "1"),
            Map.of("db", "b", "valuesize", "2"));
  }

  @Test
  void aSystemHasValuesOfItsOwn() {
    List<Combination> found =
        combinations(
            "axis.db=a,b,c\naxis.clients=1,2\naxis.clients@b=7\nconnections=3\nconnections@c=4\n");

    assertThat(parameters(found))
        .containsExactly(
            Map.of("db", "a", "clients", "1"),
            Map.of("db", "a", "clients", "2"),
            Map.of("db", "b", "clients", "7"),
            Map.of("db", "c", "clients", "1"),
            Map.of("db", "c", "clients", "2"));
    assertThat(found)
        .extracting(each -> effective(each).get("connections"))
        .containsExactly("3", "3", "3", "4", "4");
  }

  @Test
  void anAxisOfOneSystemIsNoneOfTheOthers() {
    assertThat(parameters(combinations("axis.db=a,b\naxis.clients@b=1,2\n")))
        .containsExactly(
            Map.of("db", "a"),
            Map.of("db", "b", "clients", "1"),
            Map.of("db", "b", "clients", "2"));
  }

  @Test
  void listedCombinationsAreOneMoreAxis() {
    List<Combination> found =
        combinations(
            "axis.db=a,b\ncell.read=workload=w clients=2\ncell.write=label=\"x y\" clients=3\n");

    assertThat(parameters(found))
        .containsExactlyInAnyOrder(
            Map.of("db", "a", "cell", "read"),
            Map.of("db", "b", "cell", "read"),
            Map.of("db", "a", "cell", "write"),
            Map.of("db", "b", "cell", "write"));
    assertThat(found)
        .filteredOn(each -> "read".equals(each.parameters().get("cell")))
        .allSatisfy(each -> assertThat(each.workloads()).containsExactly("w"))
        .allSatisfy(each -> assertThat(effective(each)).isEqualTo(Map.of("clients", "2")));
    assertThat(found)
        .filteredOn(each -> "write".equals(each.parameters().get("cell")))
        .allSatisfy(
            each -> assertThat(effective(each)).isEqualTo(Map.of("clients", "3", "label", "x y")));
  }

  @Test
  void listedCombinationsMayNameTheSystem() {
    assertThat(parameters(combinations("cell.x=db=a clients=2\ncell.y=db=b\n")))
        .containsExactly(Map.of("db", "a", "cell", "x"), Map.of("db", "b", "cell", "y"));
  }

  @Test
  void severalPropertiesHaveTheSameValue() {
    List<Combination> found = combinations("axis.db=a\naxis.threadcount+connections=1,2\n");

    assertThat(found)
        .extracting(SuiteReaderTest::effective)
        .containsExactly(
            Map.of("clients", "1", "connections", "1"), Map.of("clients", "2", "connections", "2"));
  }

  @Test
  void valuesWithCommasAreSeparatedByBars() {
    assertThat(parameters(combinations("axis.db=a\naxis.clientsteps=1,2|3,4\n")))
        .extracting(each -> each.get("clientsteps"))
        .containsExactly("1,2", "3,4");
  }

  @Test
  void exclusionsLeaveOutWhatHasAllOfTheirValues() {
    assertThat(
            parameters(
                combinations("axis.db=a,b\naxis.clients=1,2\nexclude.x=db=b threadcount=2\n")))
        .containsExactly(
            Map.of("db", "a", "clients", "1"),
            Map.of("db", "a", "clients", "2"),
            Map.of("db", "b", "clients", "1"));
    assertThat(
            parameters(
                combinations("axis.db=a\naxis.clients+connections=1,2\nexclude.x=connections=2\n")))
        .containsExactly(Map.of("db", "a", "clients+connections", "1"));
  }

  @Test
  void valuesOfAnAxisOnTheCommandLineReplaceThoseOfASystem() {
    String text = "axis.db=a,b\naxis.clients=1,2\naxis.clients@b=7,8\n";

    assertThat(parameters(combinations(text, "axis.threadcount=3")))
        .containsExactly(Map.of("db", "a", "clients", "3"), Map.of("db", "b", "clients", "3"));
    assertThat(parameters(combinations(text, "axis.clients@b=4", "axis.clients=3")))
        .containsExactly(Map.of("db", "a", "clients", "3"), Map.of("db", "b", "clients", "4"));
  }

  @Test
  void aPropertyOfASystemOnTheCommandLineWins() {
    List<Combination> found =
        combinations("axis.db=a,b\nkeysize@b=9\ncell.x=keysize=8\n", "keysize@b=16");

    assertThat(found).extracting(each -> effective(each).get("keysize")).containsExactly("8", "16");
    assertThat(problems("axis.db=a\naxis.clients=1,2\n", "threadcount@a=3"))
        .singleElement()
        .asString()
        .contains("-p threadcount@a", "set axis.threadcount@a");
    assertThat(problems("axis.db=a\n", "keysize@c=3"))
        .singleElement()
        .asString()
        .contains("-p keysize@c", "no cell has the system 'c'");
  }

  @Test
  void theCommandLineWins() {
    List<Combination> found =
        combinations(
            "axis.db=a,b\naxis.clients=1,2\nkeysize=8\nkeysize@b=9\nexclude.x=db=b clients=2\n",
            "axis.db=a",
            "keysize=16",
            "suite.repeats=2");

    assertThat(parameters(found)).hasSize(2);
    assertThat(found)
        .allSatisfy(each -> assertThat(effective(each)).containsEntry("keysize", "16"));
  }

  @Test
  void theSameSeedChoosesTheSameSample() {
    String text = "axis.db=a\naxis.clients=1,2,3,4,5,6,7,8,9\nsuite.combine=sample:4\n";

    List<Map<String, String>> once = parameters(combinations(text));
    assertThat(once).hasSize(4).isEqualTo(parameters(combinations(text)));
    assertThat(parameters(combinations(text, "suite.seed=2"))).hasSize(4).isNotEqualTo(once);
  }

  @Test
  void everythingWrongIsToldAtOnceWithItsLine() {
    assertThat(
            problems(
                """
                axis.db=a,b
                axis.valuesizee=1,2
                axis.clients=
                axis.keysize=1,1
                axis.connections@c=1
                clients@d=1
                cell.x=clients:3
                cell.y=valuesize=3 keysize=2
                suite.repeat=3
                suite.order=sorted
                suite.combine=sample:0
                axis.store.password=x,y
                """))
        .anySatisfy(each -> assertThat(each).startsWith("s:2: unknown property 'valuesizee'; did"))
        .anySatisfy(each -> assertThat(each).startsWith("s:3: axis.clients has no values"))
        .anySatisfy(each -> assertThat(each).startsWith("s:4: axis.keysize has a value twice"))
        .anySatisfy(each -> assertThat(each).startsWith("s:5: no cell has the system 'c'"))
        .anySatisfy(each -> assertThat(each).startsWith("s:6: no cell has the system 'd'"))
        .anySatisfy(each -> assertThat(each).startsWith("s:7: expected name=value pairs"))
        .anySatisfy(each -> assertThat(each).startsWith("s:8: 'keysize' is an axis of the suite"))
        .anySatisfy(each -> assertThat(each).contains("s:9", "did you mean 'suite.repeats'?"))
        .anySatisfy(each -> assertThat(each).contains("s:10", "suite.order=sorted"))
        .anySatisfy(each -> assertThat(each).contains("s:11", "sample:N"))
        .anySatisfy(each -> assertThat(each).contains("s:12", "secret"))
        .hasSize(11);
  }

  @Test
  void aSuiteNeedsASystem() {
    assertThat(problems("axis.clients=1,2\n")).singleElement().asString().contains("axis.db=");
    assertThat(problems("cell.x=db=a\ncell.y=clients=1\n"))
        .anyMatch(each -> each.contains("no system"));
  }

  @Test
  void anExclusionOfNothingIsAMistake() {
    assertThat(problems("axis.db=a,b\nexclude.x=db=c\n"))
        .singleElement()
        .asString()
        .contains("s:2", "exclude.x matches no combination");
    assertThat(problems("axis.db=a\nexclude.x=db=a\n"))
        .anyMatch(each -> each.contains("every combination is excluded"));
  }

  @Test
  void anAxisIsNotSetOnTheCommandLineAsAProperty() {
    assertThat(problems("axis.db=a\naxis.clients=1,2\n", "threadcount=3"))
        .singleElement()
        .asString()
        .contains("-p threadcount", "is an axis of the suite");
  }

  @Test
  void aPropertyIsOnOneAxis() {
    assertThat(problems("axis.db=a\naxis.clients=1,2\naxis.threadcount+connections=3,4\n"))
        .containsExactly("s:3: 'clients' is on another axis, too; omit one of the two.");
    assertThat(problems("axis.db=a,b\naxis.clients@a=1,2\naxis.clients+connections@b=3,4\n"))
        .isEmpty();
  }

  @Test
  void quotesThatDoNotEndAreTold() {
    for (String cell : List.of("label=\"x y", "\"label=x\"", "=x", "label=x y")) {
      assertThat(problems("axis.db=a\ncell.x=" + cell + "\n"))
          .as(cell)
          .anyMatch(each -> each.startsWith("s:2: expected name=value pairs"));
    }
  }

  @Test
  void aVeryLongValueIsReadLikeAnyOther() {
    String text = "x".repeat(60_000);

    assertThat(effective(combinations("axis.db=a\ncell.x=label=" + text + "\n").getFirst()))
        .isEqualTo(Map.of("label", text));
  }

  @Test
  void tooManyCombinationsAreRefusedAndNotMade() {
    String values = String.join(",", IntStream.range(1, 400).mapToObj(String::valueOf).toList());

    assertThat(
            problems(
                "axis.db=a\naxis.clients=%s\naxis.keysize=%s\naxis.valuesize=%s\n"
                    .formatted(values, values, values)))
        .singleElement()
        .asString()
        .contains("more than 10,000 combinations");
  }

  @Test
  void theDefinitionMasksSecrets() {
    SuiteFile file =
        read("axis.db=a\nstore.password=geheim\nstore.password@a=geheimer\nclients=2\n");

    assertThat(problems.list()).isEmpty();
    assertThat(file.definition())
        .containsEntry("axis.db", "a")
        .containsEntry("clients", "2")
        .containsKeys("store.password", "store.password@a");
    assertThat(file.definition().toString()).doesNotContain("geheim");
  }
}
