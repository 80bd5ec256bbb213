package io.kvbench.results.directory;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import io.kvbench.core.file.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A reader of JSON documents of a known format, with a one-sentence error for anything else. */
final class DocumentReader {
  private static final String MEND =
      "Copy it again from where it was written, or repeat the run that wrote it.";
  private static final Pattern MISSING =
      Pattern.compile("Missing required creator property '([^']+)'");

  /** Far more than any run writes, and less than an array can hold. */
  static final int LIMIT = 1 << 29;

  private final String name;
  private final String schema;
  private final String remedy;

  /**
   * Creates a reader of a document inside another file.
   *
   * @param name what to call it at the beginning of a sentence
   * @param remedy what to do about one that is damaged, in a sentence
   */
  DocumentReader(String name, String schema, String remedy) {
    this.name = name;
    this.schema = schema;
    this.remedy = remedy;
  }

  /** Reads a file, which may have fields that are not known here. */
  static <T> T read(Path file, String schema, Class<T> type) throws ResultFormatException {
    DocumentReader reader = new DocumentReader(file.toString(), schema, MEND);
    T document = reader.bind(reader.parse(content(file)), type, JsonDocument::bind);
    reader.check(NumberCheck.problem(JsonDocument.tree(document)));
    return document;
  }

  /** Reads a document that has the fields that are known here, and no nulls. */
  <T> T readExactly(byte[] content, Class<T> type) throws ResultFormatException {
    JsonNode tree = parse(content);
    if (hasNull(tree)) {
      throw new ResultFormatException(
          name + " is damaged: it has null in place of a value. " + remedy);
    }
    check(NumberCheck.problem(tree));
    return bind(tree, type, JsonDocument::bindExactly);
  }

  private static boolean hasNull(JsonNode node) {
    for (JsonNode part : node) {
      if (hasNull(part)) {
        return true;
      }
    }
    return node.isNull();
  }

  private void check(Optional<String> problem) throws ResultFormatException {
    if (problem.isPresent()) {
      throw new ResultFormatException(name + " is damaged at " + problem.get() + ". " + remedy);
    }
  }

  @FunctionalInterface
  private interface Binder<T> {
    T bind(JsonNode tree, Class<T> type) throws IOException;
  }

  private <T> T bind(JsonNode tree, Class<T> type, Binder<T> binder) throws ResultFormatException {
    checkSchema(tree);
    try {
      return binder.bind(tree, type);
    } catch (IOException | IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  private static byte[] content(Path file) throws ResultFormatException {
    try {
      byte[] content = InputFile.bytes(file, LIMIT);
      if (content.length == 0) {
        throw new ResultFormatException(file + " is empty. " + MEND);
      }
      return content;
    } catch (IOException e) {
      throw ResultFormatException.of(
          file,
          e,
          ("there is no " + file)
              + ": either this is not the result directory of a run, or the run has not"
              + " ended, or it was killed before it could write it. Specify the directory of a"
              + " finished run.");
    }
  }

  private JsonNode parse(byte[] content) throws ResultFormatException {
    try {
      return JsonDocument.parse(content);
    } catch (JsonProcessingException e) {
      if (isCutOff(e)) {
        throw new ResultFormatException(
            name + " ends in the middle" + place(e.getLocation()) + ": it was cut off. " + remedy,
            e);
      }
      String problem = name + " is not JSON" + place(e.getLocation()) + ": ";
      throw new ResultFormatException(problem + firstLine(e) + ". " + remedy, e);
    } catch (IOException e) {
      throw new ResultFormatException(name + " is not JSON in UTF-8. " + remedy, e);
    }
  }

  /** Between two members of an object or array the parser throws a general exception. */
  private static boolean isCutOff(JsonProcessingException e) {
    return e instanceof JsonEOFException
        || e.getOriginalMessage().startsWith("Unexpected end-of-input");
  }

  private void checkSchema(JsonNode tree) throws ResultFormatException {
    JsonNode found = tree.path("schema");
    if (!found.isTextual()) {
      throw new ResultFormatException(
          name
              + " was not written by kvbench: it has no \"schema\": \""
              + schema
              + "\" at its top.");
    }
    if (!found.textValue().equals(schema)) {
      throw new ResultFormatException(
          "%s is of the format \"%s\", and this kvbench reads \"%s\". Use the kvbench that wrote it."
              .formatted(name, found.textValue(), schema));
    }
  }

  private ResultFormatException damaged(Exception cause) {
    List<JsonMappingException.Reference> path =
        cause instanceof JsonMappingException mapping ? mapping.getPath() : List.of();
    Matcher missing = MISSING.matcher(String.valueOf(cause.getMessage()));
    if (missing.find()) {
      List<JsonMappingException.Reference> parent =
          path.isEmpty() ? path : path.subList(0, path.size() - 1);
      String where = place(parent);
      return new ResultFormatException(
          name + " lacks \"" + missing.group(1) + "\" in " + where + ". " + remedy, cause);
    }
    return new ResultFormatException(
        name + " is damaged at " + place(path) + ": " + problem(cause) + ". " + advice(cause),
        cause);
  }

  private static String problem(Exception cause) {
    return switch (cause) {
      case InvalidFormatException e ->
          "\"" + e.getValue() + "\" is not " + article(e.getTargetType().getSimpleName());
      case ValueInstantiationException e when e.getCause() != null -> firstLine(e.getCause());
      default -> firstLine(cause);
    };
  }

  private static String article(String typeName) {
    boolean vowel = "AEIOUaeiou".indexOf(typeName.charAt(0)) >= 0;
    return (vowel ? "an " : "a ") + typeName + " known here";
  }

  /** A name out of a closed set may be newer than this reader. */
  private String advice(Exception cause) {
    return cause instanceof InvalidFormatException e && e.getTargetType().isEnum()
        ? "Use the kvbench that wrote it, or a newer one."
        : remedy;
  }

  /** Violations of a limit, as on nesting, have no location. */
  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : ", line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  private static String place(List<JsonMappingException.Reference> path) {
    StringBuilder place = new StringBuilder();
    for (JsonMappingException.Reference step : path) {
      if (step.getFieldName() == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return place.isEmpty() ? "its top" : place.toString();
  }

  private static String firstLine(Throwable problem) {
    String message =
        problem instanceof JsonProcessingException e
            ? e.getOriginalMessage()
            : String.valueOf(problem.getMessage());
    return message.lines().findFirst().orElse("").replaceFirst("\\.$", "");
  }
}
