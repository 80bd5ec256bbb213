package io.kvbench.bindings.consul.api;

import io.kvbench.bindings.support.EndpointForm;
import io.kvbench.core.operation.ReadConsistency;
import java.util.Set;

/** Who is at the other end: what speaks the protocol does not speak all of it. */
public enum Dialect {
  CONSUL("Consul", "consul", "raw", "keys&stale"),

  /**
   * A proxy that keeps records in etcd. It drops the connection over a raw read of no record, so
   * values are read as JSON. Parameters have values, because one without may count as not given.
   */
  CETCD("cetcd", "cetcd", "", "keys=true");

  private final String title;
  private final String valueTooLarge;
  private final String transactionTooLarge;
  private final String form;
  private final String listing;

  Dialect(String title, String settings, String form, String listing) {
    this.title = title;
    String limit = " is over " + settings + ".maxvaluesize; a server would break the connection";
    this.valueTooLarge = "the value" + limit;
    this.transactionTooLarge = "the transaction" + limit;
    this.form = form;
    this.listing = listing;
  }

  /** Returns the system's name for people. */
  public String title() {
    return title;
  }

  /**
   * Returns how its endpoints are written.
   *
   * @param tls whether HTTPS is spoken, which has another port by default
   */
  public EndpointForm endpoints(boolean tls) {
    String advice = " and without http://.";
    return new EndpointForm(
        title,
        tls ? 8501 : 8500,
        Set.of(),
        this == CONSUL ? advice + " consul.tls=true chooses HTTPS." : advice);
  }

  /** Returns what to say of a value that is over the limit. */
  public String valueTooLarge() {
    return valueTooLarge;
  }

  /** Returns what to say of a transaction that is over the limit. */
  public String transactionTooLarge() {
    return transactionTooLarge;
  }

  /** Returns the parameter that chooses the form of a read's answer; empty for none. */
  public String form() {
    return form;
  }

  /** Returns the parameter that chooses how fresh an answer is; empty for none. */
  public String consistency(ReadConsistency consistency) {
    return switch (consistency) {
      case DEFAULT -> "";
      case LINEARIZABLE -> parameter("consistent");
      case STALE -> parameter("stale");
    };
  }

  /** Returns a parameter that is either given or not. */
  public String parameter(String name) {
    return this == CONSUL ? name : name + "=true";
  }

  /** Returns the parameters that list the keys which one server has. */
  public String listing() {
    return listing;
  }

  /** Returns what is wrong with an answer that is not OK. */
  Failure failure(HttpAnswer answer) {
    if (answer.status() == HttpAnswer.NOT_FOUND) {
      return notUnderstood();
    }
    return this == CONSUL ? Failure.of(answer) : CetcdAnswers.failure(answer);
  }

  /** Returns how an operation ends whose answer the system would never give. */
  public Failure notUnderstood() {
    return this == CONSUL ? Answers.NOT_UNDERSTOOD : CetcdAnswers.NOT_UNDERSTOOD;
  }

  /** Returns what the answer to a write means. */
  public ResponseHandler changed() {
    return this == CONSUL ? Answers::changed : CetcdAnswers::changed;
  }

  /** Returns what the answer to a compare-and-set means. */
  public ResponseHandler swapped() {
    return this == CONSUL ? Answers::swapped : CetcdAnswers::swapped;
  }

  /** Returns what the answer to a read means. */
  public ResponseHandler read() {
    return this == CONSUL ? Answers::read : CetcdAnswers::read;
  }
}
