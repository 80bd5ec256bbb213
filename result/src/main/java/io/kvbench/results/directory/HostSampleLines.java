package io.kvbench.results.directory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Samples as JSON lines, written and read: a {@link SamplingHeader}, which names the format, and
 * then one {@link HostSample} on each line. ASCII only, so that the encoding of the transport does
 * not matter. The same lines go through a pipe, into a file or over a network.
 */
public final class HostSampleLines implements AutoCloseable {
  private final BufferedReader lines;

  private HostSampleLines(BufferedReader lines) {
    this.lines = lines;
  }

  /** Returns the line of a header or a sample, without its end. */
  public static String line(Record document) {
    try {
      return JsonDocument.line(document);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static HostSampleLines of(Reader reader) {
    return new HostSampleLines(new BufferedReader(reader));
  }

  /** Reads the first line, once. */
  public SamplingHeader header() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new IOException("there are no samples");
    }
    JsonNode tree = JsonDocument.parse(line.getBytes(StandardCharsets.UTF_8));
    String schema = tree.path("schema").asText();
    if (!schema.equals(SamplingHeader.SCHEMA)) {
      throw new IOException(
          "the samples are of the format \"%s\", and this kvbench reads \"%s\""
              .formatted(schema, SamplingHeader.SCHEMA));
    }
    return JsonDocument.bind(tree, SamplingHeader.class);
  }

  /** Waits for the next sample; empty at the end. */
  public Optional<HostSample> next() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      return Optional.empty();
    }
    JsonNode tree = JsonDocument.parse(line.getBytes(StandardCharsets.UTF_8));
    if (!tree.isObject()) {
      throw new IOException("a line has no sample in it");
    }
    return Optional.of(JsonDocument.bind(tree, HostSample.class));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
