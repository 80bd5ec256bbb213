package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.FlatPart;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.host.HostSample;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the pages about formats name each field of samples of hosts and of their use. */
class HostPagesTest {
  private static final Path DOCS = Path.of("..", "docs");

  @Test
  void theFormatOfSamplesHasEachField() throws IOException {
    assertNamed("sample-format.md", HostSample.class);
  }

  @Test
  void theFormatOfResultsHasEachFieldOfHosts() throws IOException {
    assertNamed("guide/result-format.md", HostUse.class);
    assertNamed("guide/result-format.md", ProcessUse.class);
  }

  private static void assertNamed(String page, Class<?> type) throws IOException {
    String text = Files.readString(DOCS.resolve(page));
    assertThat(fields(type))
        .as("docs/%s names each field of %s", page, type.getSimpleName())
        .allSatisfy(name -> assertThat(text).contains("`" + name + "`"));
  }

  private static List<String> fields(Class<?> type) {
    return Stream.of(type.getRecordComponents()).flatMap(HostPagesTest::fields).toList();
  }

  private static Stream<String> fields(RecordComponent component) {
    Class<?> type = component.getType();
    if (FlatPart.class.isAssignableFrom(type)) {
      return fields(type).stream();
    }
    if (component.getGenericType() instanceof ParameterizedType list
        && list.getActualTypeArguments()[0] instanceof Class<?> element
        && element.isRecord()) {
      return Stream.concat(Stream.of(component.getName() + "[]"), fields(element).stream());
    }
    Stream<String> own = Stream.of(component.getName());
    return type.isRecord() ? Stream.concat(own, fields(type).stream()) : own;
  }
}
