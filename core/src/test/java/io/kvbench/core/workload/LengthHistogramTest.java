package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.workload.sample.Fit;
import io.kvbench.core.workload.sample.LengthHistogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LengthHistogramTest {
  @TempDir Path directory;

  @Test
  void drawsLengthsAsOftenAsTheyWereCounted() throws IOException {
    LengthHistogram histogram = read("BlockSize\t10\n0\t5\n1\t0\n2\t3\n3\t2\n");
    assertThat(histogram.max()).isEqualTo(40);
    double[] counts = {5, 0, 3, 2};
    assertThat(Fit.pValue(random -> bucket(histogram.draw(random)), 4, bucket -> counts[bucket]))
        .isGreaterThan(Fit.SIGNIFICANCE);
    double[] others = {5, 0, 3, 2.2};
    assertThat(Fit.pValue(random -> bucket(histogram.draw(random)), 4, bucket -> others[bucket]))
        .isLessThan(1e-9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10\n0\t5",
        "Blocksize\t10\n0\t5",
        "BlockSize\t0\n0\t5",
        "BlockSize\t10",
        "BlockSize\t10\n0\t0",
        "BlockSize\t10\n0",
        "BlockSize\t10\n-1\t5",
        "BlockSize\t10\n0\t-5",
        "BlockSize\t10\nx\t5",
        "BlockSize\t9223372036854775807\n1\t5"
      })
  void anotherFormIsExplained(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("BlockSize<tab>bytes");
  }

  @Test
  void aWorkloadTakesItsFieldLengthsFromTheFile() throws IOException {
    Path file = Files.writeString(directory.resolve("lengths"), "BlockSize\t10\n4\t1\n");
    Workload workload = WorkloadFixtures.workload(lines(file));
    assertThat(Requests.of(workload.loadRequests(0, 1), 1).value(0).size()).isEqualTo(2 * 50);
  }

  @Test
  void theDigestOfTheFileIsThatOfItsContent() throws IOException {
    Path file = Files.writeString(directory.resolve("abc"), "BlockSize\t10\n4\t1\n");
    assertThat(WorkloadFixtures.workload(lines(file)).fileDigests())
        .containsExactly(
            Map.entry(
                "fieldlengthhistogram",
                "9f9415bb8e1b039957e320046b2403f41446919aada81412cf5085c1c853a29b"));
    assertThat(WorkloadFixtures.workload("recordcount=5\n").fileDigests()).isEmpty();
  }

  @Test
  void aMissingFileIsAProblemOfTheWorkload() {
    assertThat(WorkloadFixtures.problems(lines(directory.resolve("none"))))
        .singleElement()
        .asString()
        .startsWith("given:4: fieldlengthhistogram=")
        .endsWith("cannot be used: there is no such file.");
  }

  @Test
  void tooLongFieldsAreAProblemOfTheWorkload() throws IOException {
    Path file = Files.writeString(directory.resolve("long"), "BlockSize\t10000000000\n0\t1\n");
    assertThat(WorkloadFixtures.problems(lines(file)))
        .singleElement()
        .asString()
        .startsWith("given:4: a record of 2 x 10000000000 bytes is too large");
  }

  private static String lines(Path file) {
    return "recordcount=5\nfieldcount=2\nfieldlengthdistribution=histogram\nfieldlengthhistogram="
        + file;
  }

  private static long bucket(long length) {
    return length / 10 - 1;
  }

  private LengthHistogram read(String text) throws IOException {
    return LengthHistogram.read(Files.writeString(directory.resolve("histogram"), text));
  }
}
