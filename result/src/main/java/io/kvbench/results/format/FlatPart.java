package io.kvbench.results.format;

/**
 * A part of a record whose components are fields of the record's own JSON object, so that grouping
 * them changes no file.
 */
public interface FlatPart {}
