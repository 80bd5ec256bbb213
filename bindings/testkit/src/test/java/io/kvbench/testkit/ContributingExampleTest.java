package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the binding in CONTRIBUTING compiles and passes its tests. */
class ContributingExampleTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TYPE =
      Pattern.compile("^(?:public |final |abstract )*(?:class|record) (\\w+)", Pattern.MULTILINE);

  @TempDir private Path directory;

  @Test
  void theExampleCompiles() throws Exception {
    List<Path> files = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(Path.of("../../CONTRIBUTING.md")));
    while (block.find()) {
      Matcher type = TYPE.matcher(block.group(1));
      String name = type.find() ? type.group(1) : "package-info";
      files.add(Files.writeString(directory.resolve(name + ".java"), block.group(1)));
    }
    assertThat(files)
        .extracting(file -> String.valueOf(file.getFileName()))
        .contains(
            "PocketProvider.java",
            "PocketBinding.java",
            "PocketSession.java",
            "PocketContractTest.java");

    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  manager,
                  null,
                  List.of(
                      "-proc:none",
                      "-d",
                      directory.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      assertThat(compiled).as(said::toString).isTrue();
    }
  }
}
