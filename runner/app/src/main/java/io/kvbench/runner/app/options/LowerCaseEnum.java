package io.kvbench.runner.app.options;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of option values that are constants, written in lower case. */
public abstract class LowerCaseEnum<E extends Enum<E>> implements ITypeConverter<E> {
  private final List<E> constants;

  public LowerCaseEnum(E[] constants) {
    this.constants = Arrays.asList(constants);
  }

  @Override
  public final E convert(String value) {
    return constants.stream()
        .filter(constant -> constant.name().equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "expected one of "
                        + constants.stream().map(LowerCaseEnum::written).toList()
                        + " but was '"
                        + value
                        + "'"));
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
