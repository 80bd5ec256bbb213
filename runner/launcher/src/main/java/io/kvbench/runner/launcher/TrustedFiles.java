package io.kvbench.runner.launcher;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.UserPrincipal;

/**
 * The check for files and directories that no other user can have written or replaced, by their
 * owners and modes; symbolic links are not followed. Root is trusted with the parent directories.
 * If the file system has no such modes, as on Windows, all files count as the user's.
 */
final class TrustedFiles {
  private static final int OTHERS_MAY_WRITE = 0022;

  /** Only its owner may then replace entries of a directory that others may write to. */
  private static final int STICKY = 01000;

  private static final int ROOT = 0;

  private final UserPrincipal user;

  TrustedFiles(UserPrincipal user) {
    this.user = user;
  }

  /** On Linux the user is known by number even without a name, as in some containers. */
  static TrustedFiles ofThisUser() throws IOException {
    Path self = Paths.get("/proc/self");
    if (Files.isDirectory(self)) {
      return new TrustedFiles(Files.getOwner(self));
    }
    FileSystem files = FileSystems.getDefault();
    String name = System.getProperty("user.name");
    return new TrustedFiles(files.getUserPrincipalLookupService().lookupPrincipalByName(name));
  }

  /** Returns whether files have modes. */
  static boolean haveModes() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
  }

  /**
   * Returns whether a directory is the user's, and only the user can write to it and replace it.
   *
   * @param real without symbolic links
   */
  boolean hasDirectory(Path real) throws IOException {
    if (!Files.isDirectory(real, NOFOLLOW_LINKS) || !isOwn(real)) {
      return false;
    }
    for (Path each = real.getParent(); each != null; each = each.getParent()) {
      if (!isFixed(each)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a path is a file that only the user owns and can write to. */
  boolean hasFile(Path file) throws IOException {
    return Files.isRegularFile(file, NOFOLLOW_LINKS) && isOwn(file);
  }

  private boolean isOwn(Path path) throws IOException {
    return !haveModes()
        || (Files.getOwner(path, NOFOLLOW_LINKS).equals(user) && has(path, OTHERS_MAY_WRITE, 0));
  }

  private boolean isFixed(Path parent) throws IOException {
    if (!haveModes()) {
      return true;
    }
    boolean isTrusted =
        Files.getOwner(parent, NOFOLLOW_LINKS).equals(user)
            || Files.getAttribute(parent, "unix:uid", NOFOLLOW_LINKS).equals(ROOT);
    return isTrusted && (has(parent, OTHERS_MAY_WRITE, 0) || has(parent, STICKY, STICKY));
  }

  private static boolean has(Path path, int mask, int bits) throws IOException {
    return ((Integer) Files.getAttribute(path, "unix:mode", NOFOLLOW_LINKS) & mask) == bits;
  }
}
