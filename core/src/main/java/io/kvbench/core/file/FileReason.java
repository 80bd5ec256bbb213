package io.kvbench.core.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reason why a file could not be read, written or executed, as a clause for the user. */
public final class FileReason {
  /** The end of the message about a process that could not be started. */
  private static final Pattern ERROR_NUMBER =
      Pattern.compile("error[=:] ?\\d+,? \\(?([^()]+)\\)?\\s*$");

  private FileReason() {}

  /** Returns why a file or directory could not be written, likewise. */
  public static String ofWriting(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e -> "its directory does not exist";
      case FileAlreadyExistsException e -> e.getFile() + " exists already";
      default -> of(failure);
    };
  }

  /** Returns a clause without the file's name and without a full stop. */
  public static String of(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e -> "there is no such file";
      case AccessDeniedException e -> "permission denied";
      case FileAlreadyExistsException e -> "it exists already";
      case NotDirectoryException e -> "it is not a directory";
      case DirectoryNotEmptyException e -> "it is a directory with files in it";
      case FileSystemLoopException e -> "its symbolic links form a loop";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      case FileSystemException e -> "the file system gives no reason";
      case CharacterCodingException e -> "it is not text in UTF-8";
      default ->
          failure.getMessage() == null
              ? "the operating system gives no reason"
              : withoutNumber(failure.getMessage());
    };
  }

  private static String withoutNumber(String message) {
    Matcher number = ERROR_NUMBER.matcher(message);
    return number.find() ? number.group(1) : message;
  }
}
