package io.kvbench.runner.app;

/** What to say where Java's memory was not enough. */
final class SmallHeap {
  private static final long MEBIBYTE = 1024L * 1024;

  private SmallHeap() {}

  static String sentence() {
    return "Java's heap of "
        + Runtime.getRuntime().maxMemory() / MEBIBYTE
        + " MiB was too small for this. Give it more, as in JDK_JAVA_OPTIONS=-Xmx4g";
  }
}
