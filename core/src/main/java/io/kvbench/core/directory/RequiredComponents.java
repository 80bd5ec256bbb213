package io.kvbench.core.directory;

import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Makes every component of a record a field that must be there, unless its type is an optional. */
final class RequiredComponents extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;
  private static final Set<Class<?>> OPTIONAL =
      Set.of(Optional.class, OptionalDouble.class, OptionalInt.class, OptionalLong.class);

  @Override
  public Boolean hasRequiredMarker(AnnotatedMember member) {
    return member instanceof AnnotatedParameter && !OPTIONAL.contains(member.getRawType());
  }
}
