package io.kvbench.runner.app;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;

/**
 * The classes of kvbench.jar from this repository, of the bindings' test kit, and of other test
 * suites' libraries; read once.
 */
final class MainClasses {
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.kvbench");

  private MainClasses() {}

  /** Returns whether a class has one of these names or is nested in one that has. */
  static DescribedPredicate<JavaClass> named(String... names) {
    return DescribedPredicate.describe(
        "named " + String.join(" or ", names),
        type ->
            List.of(names).stream()
                .anyMatch(
                    name -> type.getName().equals(name) || type.getName().startsWith(name + "$")));
  }
}
