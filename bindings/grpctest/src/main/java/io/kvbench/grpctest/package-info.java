/**
 * What bindings to stores that speak gRPC are tested with, beside the testkit: a server whose words
 * are the test's, and how a watch has to take them. For tests only. May import core's operation and
 * binding, the testkit, gRPC, JUnit and AssertJ.
 */
@NullMarked
package io.kvbench.grpctest;

import org.jspecify.annotations.NullMarked;
