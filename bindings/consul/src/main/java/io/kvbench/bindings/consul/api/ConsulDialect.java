package io.kvbench.bindings.consul.api;

import io.kvbench.bindings.support.EndpointForm;
import io.kvbench.core.operation.ReadConsistency;
import java.util.Set;

/** The HTTP dialects of Consul and cetcd, which implements part of Consul's API. */
public enum ConsulDialect {
  CONSUL("Consul", "consul", "raw", "keys&stale"),

  /**
   * A proxy that stores records in etcd. It drops the connection on a raw read of a missing record,
   * so values are read as JSON. Parameters have values, because one without may count as missing.
   */
  CETCD("cetcd", "cetcd", "", "keys=true");

  private final String title;
  private final String valueTooLarge;
  private final String transactionTooLarge;
  private final String form;
  private final String listing;

  ConsulDialect(String title, String settings, String form, String listing) {
    this.title = title;
    String limit = " is over " + settings + ".maxvaluesize; a server would break the connection";
    this.valueTooLarge = "the value" + limit;
    this.transactionTooLarge = "the transaction" + limit;
    this.form = form;
    this.listing = listing;
  }

  /** Returns the system's display name. */
  public String title() {
    return title;
  }

  /**
   * Returns the syntax of its endpoints.
   *
   * @param tls whether HTTPS is used, which has another default port
   */
  public EndpointForm endpoints(boolean tls) {
    String advice = " and without http://.";
    return new EndpointForm(
        title,
        tls ? 8501 : 8500,
        Set.of(),
        this == CONSUL ? advice + " consul.tls=true chooses HTTPS." : advice);
  }

  /** Returns the message about a value over the limit. */
  public String valueTooLarge() {
    return valueTooLarge;
  }

  /** Returns the message about a transaction over the limit. */
  public String transactionTooLarge() {
    return transactionTooLarge;
  }

  /** Returns the parameter that selects the form of a read's answer; empty for none. */
  public String form() {
    return form;
  }

  /** Returns the parameter that selects the consistency of a read; empty for none. */
  public String consistency(ReadConsistency consistency) {
    return switch (consistency) {
      case DEFAULT -> "";
      case LINEARIZABLE -> parameter("consistent");
      case STALE -> parameter("stale");
    };
  }

  /** Returns a flag as a parameter. */
  public String parameter(String name) {
    return this == CONSUL ? name : name + "=true";
  }

  /** Returns the parameters that list the keys of one server. */
  public String listing() {
    return listing;
  }

  /** Returns the failure of an answer that is not OK. */
  ConsulFailure failure(HttpAnswer answer) {
    if (answer.status() == HttpAnswer.NOT_FOUND) {
      return notUnderstood();
    }
    return this == CONSUL ? ConsulFailure.of(answer) : CetcdAnswers.failure(answer);
  }

  /** Returns the failure for an answer that the system would never give. */
  public ConsulFailure notUnderstood() {
    return this == CONSUL ? ConsulAnswers.NOT_UNDERSTOOD : CetcdAnswers.NOT_UNDERSTOOD;
  }

  /** Returns the handler of the answer to a write. */
  public ResponseHandler changed() {
    return this == CONSUL ? ConsulAnswers::changed : CetcdAnswers::changed;
  }

  /** Returns the handler of the answer to a compare-and-set. */
  public ResponseHandler swapped() {
    return this == CONSUL ? ConsulAnswers::swapped : CetcdAnswers::swapped;
  }

  /** Returns the handler of the answer to a read. */
  public ResponseHandler read() {
    return this == CONSUL ? ConsulAnswers::read : CetcdAnswers::read;
  }
}
