package io.kvbench.runner.junit;

/** The scope in which tests share servers. */
public enum Sharing {
  /** Each test has its own servers, which are started for it and stopped with it. */
  TEST,
  /** All tests of a class, including nested ones. The last of them stops the servers. */
  CLASS,
  /** All tests of all classes. The servers are stopped when JUnit ends. */
  SUITE
}
