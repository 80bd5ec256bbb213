package io.kvbench.runner.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of kvbench, as the build wrote it. */
public final class Version {
  public static final String CURRENT = read();

  private Version() {}

  private static String read() {
    Properties properties = new Properties();
    try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
      if (file == null) {
        return "unknown";
      }
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }
}
