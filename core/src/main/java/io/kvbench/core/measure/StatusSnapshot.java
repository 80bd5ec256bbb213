package io.kvbench.core.measure;

/**
 * The operations of one type that ended with one status.
 *
 * @param response times from intended start to answer
 * @param service times from sending to answer; the same histogram if nothing was paced
 */
public record StatusSnapshot(TimeHistogram response, TimeHistogram service) {

  public long count() {
    return response.count();
  }

  StatusSnapshot plus(StatusSnapshot other) {
    if (response == service && other.response == other.service) {
      TimeHistogram sum = response.plus(other.response);
      return new StatusSnapshot(sum, sum);
    }
    return new StatusSnapshot(response.plus(other.response), service.plus(other.service));
  }
}
