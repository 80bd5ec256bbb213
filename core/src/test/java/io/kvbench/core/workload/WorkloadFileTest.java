package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadFileTest {
  private final Problems problems = new Problems();

  @Test
  void everyAssignmentKnowsItsLine() {
    assertThat(read("# comment\n\nrecordcount=10\r\n  seed : 7\r! comment\nkeyprefix a b ").list())
        .containsExactly(
            new Assignment("recordcount", "10", new Origin("w", 3)),
            new Assignment("seed", "7", new Origin("w", 4)),
            new Assignment("keyprefix", "a b ", new Origin("w", 6)));
    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void aContinuedLineCountsFromItsFirst() {
    assertThat(read("a=1,\\\n   2,\\\n# 3\nb=4\\\\\nc=5").list())
        .containsExactly(
            new Assignment("a", "1,2,# 3", new Origin("w", 1)),
            new Assignment("b", "4\\", new Origin("w", 4)),
            new Assignment("c", "5", new Origin("w", 5)));
  }

  @Test
  void aLaterAssignmentOfTheSameNameComesLater() {
    assertThat(read("a=1\na=2").list()).extracting(Assignment::text).containsExactly("1", "2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=1\nb=2",
        "a = 1 \nb:2\nc 3\nd",
        "a\\=b=c\\:d\\u0041\\t\nüö=é",
        "\\u00fc=1\n\\ \\ x=y",
        "a=\\\n\nb=1",
        "a=\\\n#b=1\nc=2",
        "a=b\\",
        "   \t\f# no\n \t ! no\n\f a=1",
        "a==1\nb=:2\nc  =  3",
        "#a=1\\\nb=2",
        "a=1\\\\\\\n  2",
      })
  void meansWhatPropertiesMakeOfIt(String text) throws IOException {
    Properties expected = new Properties();
    expected.load(new StringReader(text));
    Map<String, String> actual = new HashMap<>();
    read(text).list().forEach(given -> actual.put(given.name(), given.text()));
    assertThat(actual).isEqualTo(expected).isNotEmpty();
    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void aByteOrderMarkIsNotPartOfTheFirstName() {
    assertThat(read("\uFEFFa=1").list()).extracting(Assignment::name).containsExactly("a");
  }

  @Test
  void brokenLinesAreNamedAndTheOthersRead() {
    assertThat(read("a=1\nb=\\u12g4\n=3\nc=4").list())
        .extracting(Assignment::name)
        .containsExactly("a", "c");
    assertThat(problems.list()).extracting(Problem::where).containsExactly("w:2", "w:3");
    assertThat(problems.list().getFirst().message()).contains("\\u escape");
    assertThat(problems.list().getLast().message()).contains("name=value");
  }

  @Test
  void bytesThatAreNotUtf8AreAProblem() {
    Assignments read =
        WorkloadFile.read(
            new ByteArrayInputStream(WorkloadFixtures.latin("keyprefix=\u00fc")), "w", problems);
    assertThat(read.list()).isEmpty();
    assertThat(problems.list()).extracting(Problem::where).containsExactly("w");
    assertThat(problems.list().getFirst().message()).contains("UTF-8");
  }

  @Test
  void aMissingFileAndADirectoryAreProblems(@TempDir Path directory) {
    assertThat(WorkloadFile.read(directory.resolve("none"), "none", problems).list()).isEmpty();
    assertThat(WorkloadFile.read(directory, "folder", problems).list()).isEmpty();
    assertThat(problems.list())
        .extracting(Problem::toString)
        .containsExactly(
            "none: there is no such file.", "folder: cannot be read: it is a directory.");
  }

  /** Others would block, or never end. */
  @Test
  void onlyRegularFilesOfALimitedSizeAreRead(@TempDir Path directory) throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path large = Files.write(directory.resolve("large"), new byte[(1 << 20) + 1]);

    WorkloadFile.read(pipe, "pipe", problems);
    WorkloadFile.read(Path.of("/dev/zero"), "zero", problems);
    WorkloadFile.read(large, "large", problems);

    assertThat(problems.list())
        .extracting(Problem::toString)
        .containsExactly(
            "pipe: cannot be read: it is a pipe or a device, not a regular file.",
            "zero: cannot be read: it is a pipe or a device, not a regular file.",
            "large: cannot be read: it is larger than 1 MiB, the limit.");
  }

  @Test
  void aStreamThatBreaksIsAProblem() throws IOException {
    InputStream broken = InputStream.nullInputStream();
    broken.close();
    assertThat(WorkloadFile.read(broken, "w", problems).list()).isEmpty();
    assertThat(problems.list())
        .extracting(Problem::toString)
        .containsExactly("w: cannot be read: Stream closed.");
  }

  @Test
  void allProblemsComeAtOnceWithFileAndLine(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("broken");
    Files.writeString(
        file, "recordcont=10\nfieldcount=ten\n\nreadproportion=-1\nworkload=a.b.Other\n");
    Settings settings =
        Settings.resolve(
            WorkloadFile.read(file, "broken", problems), WorkloadFixtures.known(), problems);
    assertThat(Workload.from(settings, 0, problems)).isEmpty();
    assertThat(problems.list().stream().map(Problem::toString).toList())
        .hasSize(6)
        .satisfies(
            list -> {
              assertThat(list.get(0))
                  .isEqualTo(
                      "broken:1: unknown property 'recordcont'; did you mean 'recordcount'?");
              assertThat(list.get(1)).startsWith("broken:2: invalid value fieldcount=ten");
              assertThat(list.get(2)).startsWith("broken:4: invalid value readproportion=-1");
              assertThat(list.get(3))
                  .startsWith("broken:5: invalid value workload=a.b.Other")
                  .contains("no other workload type");
              assertThat(list.subList(4, 6)).allMatch(text -> text.contains("needs records"));
            });
  }

  private Assignments read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return WorkloadFile.read(new ByteArrayInputStream(bytes), "w", problems);
  }
}
