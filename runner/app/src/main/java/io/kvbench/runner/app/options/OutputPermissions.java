package io.kvbench.runner.app.options;

import io.kvbench.core.file.FilePermissions;
import picocli.CommandLine.Option;

/** The option for the permissions of the files that a command writes. */
public final class OutputPermissions {
  /** The names of the permissions. */
  static final class Names extends LowerCaseEnum<FilePermissions> {
    Names() {
      super(FilePermissions.values());
    }
  }

  @Option(
      names = "--permissions",
      paramLabel = "WHO",
      converter = Names.class,
      defaultValue = "owner",
      description =
          "Permissions of the files: owner (mode 0600) or umask (default: ${DEFAULT-VALUE}).")
  private FilePermissions permissions = FilePermissions.OWNER;

  public FilePermissions get() {
    return permissions;
  }
}
