package io.kvbench.results.directory;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.NameTransformer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.kvbench.results.format.FlatPart;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of records to JSON and back: components under their own names, maps sorted by key
 * (enumerations in their declared order), enumerations by {@code toString}, instants in ISO 8601,
 * empty optionals omitted. The reader requires every component that is not optional, converts no
 * types, and ignores unknown fields, since a format may grow; the exact reader rejects them.
 */
final class JsonDocument {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .addModule(MeasureJson.module())
          .annotationIntrospector(new RequiredComponents())
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private JsonDocument() {}

  /** Writes a record in UTF-8 with {@code \n} at the end of each line; leaves the stream open. */
  static void write(Object document, OutputStream out) throws IOException {
    try (JsonGenerator generator = MAPPER.writer().with(layout()).createGenerator(out)) {
      generator.writePOJO(document);
      generator.writeRaw('\n');
    }
  }

  /** Returns a record on one line without its end, in ASCII. */
  static String line(Object document) throws JsonProcessingException {
    return MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsString(document);
  }

  /** Returns a record as short as it can be, in UTF-8; maps in their own order. */
  static byte[] bytes(Object document) throws JsonProcessingException {
    return MAPPER
        .writer()
        .without(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .writeValueAsBytes(document);
  }

  /** Parses one JSON value, and nothing after it. */
  static JsonNode parse(byte[] json) throws IOException {
    return MAPPER.readTree(json);
  }

  /** Returns a record as it would be written. */
  static JsonNode tree(Object document) {
    return MAPPER.valueToTree(document);
  }

  static <T> T bind(JsonNode tree, Class<T> type) throws JsonProcessingException {
    return MAPPER.treeToValue(tree, type);
  }

  /** Refuses fields that are not known. */
  static <T> T bindExactly(JsonNode tree, Class<T> type) throws IOException {
    return MAPPER
        .readerFor(type)
        .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .readValue(tree);
  }

  private static DefaultPrettyPrinter layout() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter()
        .withObjectIndenter(indenter)
        .withArrayIndenter(indenter)
        .withSeparators(
            DefaultPrettyPrinter.DEFAULT_SEPARATORS.withObjectFieldValueSpacing(
                Separators.Spacing.AFTER));
  }

  /**
   * An introspector that makes every component of a record a required field, unless its type is an
   * optional, and the components of its {@linkplain FlatPart flat parts} fields of the record
   * itself.
   */
  private static final class RequiredComponents extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;
    private static final Set<Class<?>> OPTIONAL =
        Set.of(Optional.class, OptionalDouble.class, OptionalInt.class, OptionalLong.class);

    @Override
    public @Nullable NameTransformer findUnwrappingNameTransformer(AnnotatedMember member) {
      return FlatPart.class.isAssignableFrom(member.getRawType()) ? NameTransformer.NOP : null;
    }

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return member instanceof AnnotatedParameter && !OPTIONAL.contains(member.getRawType());
    }
  }
}
