package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.json.StrictJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The JSON object of a request, whose fields are read strictly. For one thread. */
record Body(JsonNode object, Problems problems) {
  private static final int MOST_DIGITS = 32;

  /**
   * Reads a document.
   *
   * @param known the fields that it may have
   * @param problems gets what is wrong with its fields
   * @throws ServiceRefusal if it is not an object at all
   */
  static Body parse(byte[] document, List<String> known, Problems problems) throws ServiceRefusal {
    JsonNode object;
    try {
      object = StrictJson.SHORT.parse(document);
    } catch (IOException e) {
      throw new ServiceRefusal(ServiceRefusal.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
    if (!object.isObject()) {
      throw new ServiceRefusal(ServiceRefusal.BAD_REQUEST, "the body must be a JSON object");
    }
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                problems.add(Excerpt.of(name), "unknown field" + advice(name, known));
              }
            });
    return new Body(object, problems);
  }

  private static String advice(String name, List<String> known) {
    return Nearest.to(name, known)
        .map(nearest -> "; did you mean " + nearest + "?")
        .orElse("; there are " + String.join(", ", known) + ".");
  }

  boolean has(String name) {
    return object.has(name);
  }

  /** Returns a text that must be there. */
  String required(String name) {
    if (!object.has(name)) {
      problems.add(name, "missing.");
    }
    return text(name).orElse("");
  }

  Optional<String> text(String name) {
    JsonNode value = object.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      problems.add(name, "must be a text.");
      return Optional.empty();
    }
    return Optional.of(value.textValue());
  }

  /** Returns a whole number of a range. */
  OptionalLong number(String name, long min, long max) {
    JsonNode value = object.get(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    boolean fits = value.isIntegralNumber() && value.canConvertToLong();
    if (!fits || value.longValue() < min || value.longValue() > max) {
      problems.add(name, "must be an integer from " + min + " to " + max + ".");
      return OptionalLong.empty();
    }
    return OptionalLong.of(value.longValue());
  }

  /** Returns a whole number that must be there. */
  long requiredNumber(String name, long min, long max) {
    if (!object.has(name)) {
      problems.add(name, "missing; expected an integer from " + min + " to " + max + ".");
    }
    return number(name, min, max).orElse(min);
  }

  /** Returns a number of a range, which may have a fraction. */
  OptionalDouble decimal(String name, double max) {
    JsonNode value = object.get(name);
    return value == null ? OptionalDouble.empty() : decimal(name, value, max);
  }

  private OptionalDouble decimal(String name, JsonNode value, double max) {
    double number = value.isNumber() ? value.doubleValue() : Double.NaN;
    if (!(number >= 0 && number <= max)) {
      problems.add(
          name, "must be a number from 0 to " + BigDecimal.valueOf(max).toPlainString() + ".");
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(number);
  }

  /** Returns the numbers of an object, by their names. */
  Map<String, Double> decimals(String name, double max) {
    Map<String, Double> numbers = new TreeMap<>();
    JsonNode value = object.get(name);
    if (value != null && !value.isObject()) {
      problems.add(name, "must be an object.");
    } else if (value != null) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        String where = name + "." + Excerpt.of(field.getKey());
        decimal(where, field.getValue(), max)
            .ifPresent(number -> numbers.put(field.getKey(), number));
      }
    }
    return numbers;
  }

  boolean flag(String name) {
    JsonNode value = object.get(name);
    if (value != null && !value.isBoolean()) {
      problems.add(name, "must be true or false.");
    }
    return value != null && value.booleanValue();
  }

  /** Returns the texts, numbers and truth values of an object, as texts by their names. */
  Map<String, String> texts(String name) {
    Map<String, String> texts = new TreeMap<>();
    JsonNode value = object.get(name);
    if (value == null) {
      return texts;
    }
    if (!value.isObject()) {
      problems.add(name, "must be an object.");
      return texts;
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      if (field.getValue().isValueNode() && !field.getValue().isNull()) {
        texts.put(field.getKey(), written(field.getValue()));
      } else {
        problems.add(
            name + "." + Excerpt.of(field.getKey()), "must be a text, a number, true or false.");
      }
    }
    return texts;
  }

  /** Numbers are in plain notation, since the reader makes 6E+1 of 60.0. */
  private static String written(JsonNode value) {
    BigDecimal number = value.isBigDecimal() ? value.decimalValue() : BigDecimal.ZERO;
    boolean isShort = number.scale() > -MOST_DIGITS && number.scale() < MOST_DIGITS;
    return value.isBigDecimal() && isShort ? number.toPlainString() : value.asText();
  }
}
