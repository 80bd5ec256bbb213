package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.sample.Fit;
import io.kvbench.core.workload.sample.GrayZipf;
import io.kvbench.core.workload.sample.Zipfian;
import io.kvbench.core.workload.value.KeyedValues;
import io.kvbench.core.workload.value.RecordSize;
import io.kvbench.core.workload.value.ValuePool;
import io.kvbench.core.workload.value.WriteId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
  private static final String UPDATES = "recordcount=1000\nreadproportion=0\nupdateproportion=1\n";
  private static final Key KEY = Key.of("k");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 1024, 3_000_000})
  void haveTheExactSize(int size) {
    Requests requests = updates("fieldcount=3\nvaluesize=" + size, 20);
    for (int request = 0; request < 20; request++) {
      assertThat(requests.value(request).size()).isEqualTo(size);
      assertThat(requests.value(request).toByteArray()).hasSize(size);
    }
  }

  @Test
  void ofConstantSizeAreHandedOutWithoutCopyingOrAllocating() {
    ValuePool pool = new ValuePool(RecordSize.exactly(1024), 0, 1);
    SplittableRandom random = new SplittableRandom(1);
    Set<Integer> objects = new HashSet<>();
    for (int draw = 0; draw < 100_000; draw++) {
      Value value = pool.next(KEY, 1, random);
      objects.add(System.identityHashCode(value));
      assertThat(value.toByteArray()).isSameAs(value.toByteArray());
    }
    assertThat(objects).hasSizeBetween(1000, 1024);
  }

  @Test
  void areRandomBytes() {
    ValuePool pool = new ValuePool(RecordSize.exactly(1024), 0, 1);
    SplittableRandom random = new SplittableRandom(2);
    long[] counts = new long[256];
    double[] alike = new double[256];
    Set<Value> distinct = new HashSet<>();
    while (distinct.size() < 200) {
      Value value = pool.next(KEY, 1, random);
      if (distinct.add(value)) {
        for (byte octet : value.toByteArray()) {
          counts[octet & 0xFF]++;
        }
      }
    }
    Arrays.fill(alike, 1);
    assertThat(Fit.pValue(counts, alike)).isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void followFromTheSeed() {
    assertThat(updates("seed=1", 50).list()).isEqualTo(updates("seed=1", 50).list());
    assertThat(updates("seed=1", 1).value(0)).isNotEqualTo(updates("seed=2", 1).value(0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.9, 1})
  void canBeCompressedByTheGivenShare(double compressibility) {
    assertCompressible(
        updates("valuesize=1024\ncompressibility=" + compressibility, 30), compressibility);
    assertCompressible(
        updates(
            "fieldcount=1\nfieldlength=4000\nminfieldlength=1000\nfieldlengthdistribution=uniform\n"
                + "compressibility="
                + compressibility,
            30),
        compressibility);
    assertCompressible(
        updates("valuesize=1024\ndataintegrity=true\ncompressibility=" + compressibility, 30),
        compressibility);
  }

  private static void assertCompressible(Requests requests, double compressibility) {
    long size = 0;
    long compressed = 0;
    for (int request = 0; request < requests.list().size(); request++) {
      size += requests.value(request).size();
      compressed += deflated(requests.value(request).toByteArray());
    }
    assertThat(compressed / (double) size).isCloseTo(1 - compressibility, within(0.06));
  }

  @Test
  void ofUniformFieldLengthHaveEverySizeAlike() {
    RequestSource source =
        source("fieldcount=1\nfieldlength=29\nminfieldlength=10\nfieldlengthdistribution=uniform");
    assertThat(Fit.pValue(random -> size(source) - 10, 20, size -> 1))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(Fit.pValue(random -> size(source) - 10, 21, size -> 1)).isLessThan(1e-9);
  }

  @Test
  void ofASizeThatIsADistributionHaveItsSizes() {
    RequestSource source = source("valuesize=10..14*1, 15..19*3");
    assertThat(Fit.pValue(random -> size(source) - 10, 10, size -> size < 5 ? 1 : 3))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(Fit.pValue(random -> size(source) - 10, 10, size -> size < 5 ? 1 : 4))
        .isLessThan(1e-9);
  }

  @Test
  void ofSeveralFieldsHaveTheSumOfTheirLengths() {
    RequestSource source =
        source("fieldcount=2\nfieldlength=6\nminfieldlength=1\nfieldlengthdistribution=uniform");
    assertThat(Fit.pValue(random -> size(source) - 2, 11, sum -> 6 - Math.abs(5 - sum)))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void ofZipfianFieldLengthAreMostlyShort() {
    RequestSource source =
        source("fieldcount=1\nfieldlength=29\nminfieldlength=10\nfieldlengthdistribution=zipfian");
    assertThat(Fit.pValue(random -> size(source) - 10, 20, new GrayZipf(20, Zipfian.THETA)::of))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(Fit.pValue(random -> size(source) - 10, 20, new GrayZipf(20, 0.9)::of))
        .isLessThan(1e-9);
  }

  @Test
  void ofDifferentSizesAreOfDifferentBytes() {
    Requests requests =
        updates("fieldcount=1\nfieldlength=1000\nfieldlengthdistribution=uniform", 100);
    Set<Value> distinct = new HashSet<>();
    for (int request = 0; request < 100; request++) {
      distinct.add(requests.value(request));
    }
    assertThat(distinct).hasSizeGreaterThan(95);
  }

  @Test
  void aCheckedValueIdentifiesItsKeyAndWrite() {
    Workload workload = WorkloadFixtures.workload(UPDATES + "dataintegrity=true\nvaluesize=100");
    KeyedValues values = new KeyedValues(workload.seed(), 0, 100, 0);
    RequestSource[] sources = {
      workload.loadRequests(0, 1),
      workload.runSources(2).source(0),
      workload.runSources(2).source(1),
      workload.runSources(2).next(1).source(0)
    };
    Set<Value> distinct = new HashSet<>();
    for (RequestSource source : sources) {
      Requests requests = Requests.of(source, 200);
      for (int request = 0; request < 200; request++) {
        Key key = Requests.keyOf(requests.list().get(request));
        ByteBuffer value = requests.value(request).toByteBuffer();
        distinct.add(requests.value(request));
        assertThat(values.write(key, value))
            .isNotEqualTo(KeyedValues.WRONG)
            .isEqualTo(values.writeOf(requests.value(request)));
        assertThat(values.write(Key.of(key.toString()), value)).isNotEqualTo(KeyedValues.WRONG);
        assertThat(values.write(Key.of(key + "0"), value)).isEqualTo(KeyedValues.WRONG);
        assertThat(value.remaining()).isEqualTo(100);
      }
    }
    assertThat(distinct).as("no two writes are alike").hasSize(800);
  }

  @Test
  void writesOfAClientAreNumbered() {
    KeyedValues values = new KeyedValues(1, 0, 100, 0);
    Requests first = updates("dataintegrity=true\nvaluesize=100\nseed=1", 3);
    for (int request = 0; request < 3; request++) {
      long write = values.writeOf(first.value(request));
      assertThat(write).isEqualTo(WriteId.in(WriteId.run(write), WriteId.before(1) + request + 1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 25, 45, 3000})
  void theCheckNoticesEveryWrongByteAndSize(int size) {
    KeyedValues values = new KeyedValues(1, 0, size, 4);
    byte[] right = values.next(KEY, 7, new SplittableRandom()).toByteArray();
    assertThat(right).hasSize(size);
    assertThat(values.write(KEY, ByteBuffer.wrap(right))).isEqualTo(7);
    for (int at = 0; at < right.length; at++) {
      byte[] wrong = right.clone();
      wrong[at] ^= 1;
      assertThat(values.write(KEY, ByteBuffer.wrap(wrong))).as("byte %d", at).isZero();
    }
    assertThat(values.write(KEY, ByteBuffer.wrap(right, 0, size - 1))).isZero();
    assertThat(values.write(KEY, ByteBuffer.allocate(size + 1))).isZero();
    assertThat(new KeyedValues(2, 0, size, 4).write(KEY, ByteBuffer.wrap(right))).isZero();
  }

  @Test
  void theCheckLooksFromPositionToLimit() {
    KeyedValues values = new KeyedValues(1, 0, 30, 2);
    ByteBuffer buffer = ByteBuffer.allocateDirect(40).position(3);
    buffer.put(values.next(KEY, 1, new SplittableRandom()).toByteArray()).flip().position(3);
    assertThat(values.write(KEY, buffer)).isEqualTo(1);
    assertThat(buffer.position()).isEqualTo(3);
    assertThat(buffer.limit()).isEqualTo(33);
  }

  private static RequestSource source(String lines) {
    return WorkloadFixtures.workload(UPDATES + lines).runSources(1).source(0);
  }

  private static Requests updates(String lines, int count) {
    return Requests.of(source(lines), count);
  }

  private static long size(RequestSource source) {
    return Requests.of(source, 1).value(0).size();
  }

  private static int deflated(byte[] bytes) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.size();
    } finally {
      deflater.end();
    }
  }
}
