package io.kvbench.host.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
  private static final String TOKEN = "0123456789abcdef-._~+/==";

  @TempDir private Path directory;

  @Test
  void isShownByItselfOnly() throws IOException {
    BearerToken token = BearerToken.read(file(TOKEN + "  \nsecond line\n", "rw-r-----"));

    assertThat(token.authorization()).isEqualTo("Bearer " + TOKEN);
    assertThat(token.isShownBy("Bearer " + TOKEN)).isTrue();
    assertThat(token.isShownBy("bearer " + TOKEN)).as("RFC 9110: in any case").isTrue();
    for (String other :
        new String[] {
          null,
          "",
          TOKEN,
          "Basic " + TOKEN,
          "Bearer ",
          "Bearer " + TOKEN + "=",
          "Bearer " + TOKEN.substring(1),
          "Bearer second line"
        }) {
      assertThat(token.isShownBy(other)).as(other).isFalse();
    }
    assertThat(token.toString()).doesNotContain("0123456789");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-----w-"})
  void isNoSecretWhereEveryoneMayReadOrSetIt(String permissions) throws IOException {
    Path file = file(TOKEN, permissions);
    assertThatThrownBy(() -> BearerToken.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("every user")
        .hasMessageContaining("chmod");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "too-short", "with blanks between words", "0123456789abcdefé"})
  void hasToBeOneThatCanBeSentAndNotBeGuessed(String text) throws IOException {
    Path file = file(text, "rw-------");
    assertThatThrownBy(() -> BearerToken.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("openssl rand");
  }

  @Test
  void saysThatThereIsNoFile() {
    assertThatThrownBy(() -> BearerToken.read(directory.resolve("nowhere")))
        .isInstanceOf(IOException.class)
        .hasMessage("is not there");
    assertThatThrownBy(() -> BearerToken.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot be read: it is a directory");
  }

  private Path file(String text, String permissions) throws IOException {
    Path file = Files.writeString(directory.resolve("token"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }
}
