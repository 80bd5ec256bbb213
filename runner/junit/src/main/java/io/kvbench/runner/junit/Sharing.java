package io.kvbench.runner.junit;

/** Which tests share the servers that one of them needs. */
public enum Sharing {
  /** Each test has servers of its own, which are started for it and end with it. */
  TEST,
  /** All tests of a class, those nested in it included. The servers end with the last of them. */
  CLASS,
  /** All tests of all classes. The servers end when JUnit does. */
  SUITE
}
