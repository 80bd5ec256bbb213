/**
 * The main class of kvbench.jar. It is compiled for Java 8, and on a Java that is too old for
 * kvbench it finds a newer one on this machine and continues there. Imports nothing but the JDK of
 * Java 8; calls {@code io.kvbench.runner.app.Main} by name. Null-checked like every package, but by
 * its name in the pom: javac cannot read {@code @NullMarked} for Java 8.
 */
package io.kvbench.runner.launcher;
