package io.kvbench.testkit;

/**
 * What every binding to a system with servers has to do, tried on real ones. The servers of most
 * tests are started once; tests that do harm have their own.
 */
public abstract class ServerContract extends ServedContract
    implements FailureContract, RefusalsContract, ClusterContract {}
