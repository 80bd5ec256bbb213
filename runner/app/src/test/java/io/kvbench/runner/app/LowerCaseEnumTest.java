package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class LowerCaseEnumTest {
  @Test
  void lettersOfAnySizeAreTaken() {
    assertThat(new ReportCommand.CsvNames().convert("tidy")).isEqualTo(ReportCommand.Csv.TIDY);
    assertThat(new ReportCommand.CsvNames().convert("TIDY")).isEqualTo(ReportCommand.Csv.TIDY);
  }

  @Test
  void whatThereIsIsListedAsTheHelpHasIt() {
    assertThatThrownBy(() -> new ReportCommand.CsvNames().convert("foo"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("expected one of [scenarios, tidy, dbtester] but was 'foo'");
    assertThatThrownBy(() -> new CompareCommand.FormatNames().convert("foo"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("[text, csv, markdown]");
  }
}
