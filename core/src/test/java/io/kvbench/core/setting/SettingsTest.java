package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final Setting<String> NAME = Setting.text("name", "A name.");
  private static final Setting<Integer> CLIENTS =
      Setting.integer("clients", 1, 100, "How many.").withAliases("threadcount").withDefault("4");
  private static final Setting<String> PASSWORD =
      Setting.text("password", "The password.").asSecret();
  private static final Setting<Integer> PIN =
      Setting.integer("pin", 1000, 9999, "A number.").withDefault("1234").asSecret();
  private static final List<Setting<?>> KNOWN = List.of(NAME, CLIENTS, PASSWORD, PIN);

  private final Assignments given = new Assignments();
  private final Problems problems = new Problems();

  @Test
  void whatIsNotGivenHasItsDefaultOrNothing() {
    Settings settings = resolve();

    assertThat(settings.get(CLIENTS)).isEqualTo(4);
    assertThat(settings.isGiven(CLIENTS)).isFalse();
    assertThat(settings.whereIs(CLIENTS)).isEqualTo("clients");
    assertThat(settings.find(NAME)).isEmpty();
    assertThat(settings.isGiven(NAME)).isFalse();
    assertThat(settings.whereIs(NAME)).isEqualTo("name");
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(() -> settings.get(NAME))
        .withMessageContaining("name");
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void whatIsGivenIsTrimmedAndKnowsItsPlace() {
    given.add("clients", " 7\t", new Origin("file", 3));

    Settings settings = resolve();

    assertThat(settings.get(CLIENTS)).isEqualTo(7);
    assertThat(settings.isGiven(CLIENTS)).isTrue();
    assertThat(settings.whereIs(CLIENTS)).isEqualTo("file:3");
  }

  /** A suggestion for each of them took most of a minute. */
  @Test
  void ofVeryManyUnknownNamesTheFirstAreNamed() {
    for (int line = 1; line <= 300_000; line++) {
      given.add("client" + line, "7", new Origin("file", line));
    }

    resolve();

    assertThat(problems.count()).isEqualTo(300_000);
    assertThat(problems.list()).hasSize(20);
    assertThat(problems.list().getFirst())
        .hasToString("file:1: unknown property 'client1'; did you mean 'clients'?");
  }

  @Test
  void longNamesAndTextsAreCutInMessages() {
    given.add("n".repeat(1_000_000), "1", new Origin("file", 1));
    given.add("clients", "9".repeat(60_000), new Origin("file", 2));
    given.add("name", "x".repeat(65_537), new Origin("file", 3));

    resolve();

    assertThat(problems.list())
        .hasSize(3)
        .allSatisfy(problem -> assertThat(problem.message()).hasSizeLessThan(400));
    assertThat(problems.list().getLast())
        .hasToString("file:3: name has 65537 characters; the limit is 65536.");
  }

  @Test
  void passwordsInsideOfTextsAreMaskedWhereTheyAreShown() {
    given.add("name", "me:geheim@host:1", Origin.of("-p name"));
    given.add("clients", "me:geheim@host:1", Origin.of("-p clients"));

    Settings settings = resolve();

    assertThat(settings.get(NAME)).isEqualTo("me:geheim@host:1");
    assertThat(settings.entries())
        .extracting(Settings.Entry::text)
        .contains("me:********@host:1")
        .noneMatch(text -> text.contains("geheim"));
    assertThat(problems.list().getFirst().toString()).doesNotContain("geheim");
  }

  @Test
  void theDefaultMayBeGivenToo() {
    given.add("clients", "4", Origin.of("-p clients=4"));

    assertThat(resolve().isGiven(CLIENTS)).isTrue();
  }

  @Test
  void aLaterAssignmentWins() {
    given.add("clients", "7", new Origin("file", 3));
    given.addAll(new Assignments().add("clients", "9", Origin.of("-threads 9")));

    Settings settings = resolve();

    assertThat(settings.get(CLIENTS)).isEqualTo(9);
    assertThat(settings.whereIs(CLIENTS)).isEqualTo("-threads 9");
  }

  @Test
  void anAliasIsTheSameSetting() {
    given.add("clients", "7", new Origin("file", 1));
    given.add("threadcount", "8", new Origin("file", 2));

    Settings settings = resolve();

    assertThat(settings.get(CLIENTS)).isEqualTo(8);
    assertThat(settings.whereIs(CLIENTS)).isEqualTo("file:2");
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void allThatIsWrongIsToldAtOnceWithItsPlace() {
    given.add("clents", "1", new Origin("file", 1));
    given.add("threadcount", "0", new Origin("file", 2));
    given.add("latencies", "x", new Origin("other", 9));
    given.add("clients", "many", Origin.of("-p clients=many"));

    Settings settings = resolve();

    assertThat(problems.list())
        .extracting(Problem::toString)
        .containsExactly(
            "file:1: unknown property 'clents'; did you mean 'clients'?",
            "file:2: invalid value threadcount=0; expected an integer from 1 to 100.",
            "other:9: unknown property 'latencies'; the list is on the wall.",
            "-p clients=many: invalid value clients=many; expected an integer from 1 to 100.");
    assertThat(settings.get(CLIENTS)).isEqualTo(4);
  }

  @Test
  void aNumberWithAUnitIsRefusedWithTheSuffixesThatThereAre() {
    given.add("clients", "1kb", Origin.of("-p clients"));

    resolve();

    assertThat(problems.list())
        .singleElement()
        .hasToString(
            "-p clients: invalid value clients=1kb; expected an integer from 1 to 100; the suffixes"
                + " k, M and G are powers of 1000, as in 10k or 1.5M.");
  }

  @Test
  void anEmptyTextUnsetsWhatHasNoDefault() {
    Setting<Integer> size = Setting.integer("size", 1, 10, "A size.");
    Setting<Integer> count = Setting.integer("count", 1, 10, "A number.").withDefault("3");
    Setting<String> name = Setting.text("name", "A name.");
    Assignments given =
        new Assignments()
            .add("size", "5", Origin.of("file"))
            .add("count", "5", Origin.of("file"))
            .add("name", "x", Origin.of("file"))
            .add("size", "", Origin.of("-p size"))
            .add("name", "", Origin.of("-p name"));
    Problems none = new Problems();
    Settings settings = Settings.resolve(given, List.of(size, count, name), none);

    assertThat(none.list()).isEmpty();
    assertThat(settings.find(size)).isEmpty();
    assertThat(settings.isGiven(size)).isFalse();
    assertThat(settings.find(name)).contains("");

    Problems problems = new Problems();
    Settings.resolve(
        given.add("count", " ", Origin.of("-p count")), List.of(size, count, name), problems);
    assertThat(problems.list())
        .singleElement()
        .asString()
        .startsWith("-p count: invalid value count=");
  }

  @Test
  void aTextThatIsNotValidLeavesWhatWasGivenBefore() {
    given.add("clients", "7", new Origin("file", 1));
    given.add("clients", "none", new Origin("file", 2));

    assertThat(resolve().get(CLIENTS)).isEqualTo(7);
    assertThat(problems.list()).hasSize(1);
  }

  @Test
  void anAliasMayBeTheNearestName() {
    given.add("threadcnt", "1", new Origin("file", 1));

    resolve();

    assertThat(problems.list()).singleElement().asString().contains("'threadcount'");
  }

  @Test
  void secretsHaveTheirValueAndAreNeverShown() {
    given.add("password", "hunter2", new Origin("file", 1));

    Settings settings = resolve();

    assertThat(settings.get(PASSWORD)).isEqualTo("hunter2");
    assertThat(settings.entries()).noneMatch(entry -> entry.text().contains("hunter2"));
    assertThat(settings.entries()).noneMatch(entry -> entry.text().contains("1234"));
    assertThat(settings.entries())
        .filteredOn(entry -> entry.setting().secret())
        .extracting(Settings.Entry::text)
        .containsExactly("********", "********");
  }

  @Test
  void aSecretThatIsNotValidIsNotShownEither() {
    given.add("pin", "sesame", new Origin("file", 1));
    given.add("password2", "sesame", new Origin("file", 2));

    resolve();

    assertThat(problems.list()).hasSize(2).noneMatch(each -> each.toString().contains("sesame"));
    assertThat(problems.list().getFirst().message()).startsWith("invalid value pin=********");
  }

  @Test
  void entriesAreInTheOrderOfDeclaration() {
    given.add("password", "x", new Origin("file", 1));
    given.add("clients", "2", new Origin("file", 2));
    given.add("name", "y", new Origin("file", 3));

    assertThat(resolve().entries())
        .extracting(entry -> entry.setting().name())
        .containsExactly("name", "clients", "password", "pin");
  }

  @Test
  void entriesSayWhereTheyWereGiven() {
    given.add("name", " y ", new Origin("file", 3));

    assertThat(resolve().entries())
        .extracting(Settings.Entry::text, entry -> entry.origin().map(Origin::toString).orElse(""))
        .containsExactly(tuple("y", "file:3"), tuple("4", ""), tuple("********", ""));
  }

  private Settings resolve() {
    return Settings.resolve(given, KNOWN, "the list is on the wall", problems);
  }
}
