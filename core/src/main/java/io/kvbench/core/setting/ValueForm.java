package io.kvbench.core.setting;

import java.util.List;
import java.util.function.Function;

/**
 * The form of a setting's values.
 *
 * @param accepts the form of a valid text, for messages and help
 * @param choices the texts that a choice accepts; empty for another form
 * @param parser parses a trimmed text; throws {@link IllegalArgumentException} for an invalid one
 */
public record ValueForm<T>(String accepts, List<String> choices, Function<String, T> parser) {
  public ValueForm {
    choices = List.copyOf(choices);
  }

  /** A form of any texts. */
  ValueForm(String accepts, Function<String, T> parser) {
    this(accepts, List.of(), parser);
  }

  <R> ValueForm<R> map(Function<T, R> mapper) {
    return new ValueForm<>(accepts, choices, parser.andThen(mapper));
  }
}
