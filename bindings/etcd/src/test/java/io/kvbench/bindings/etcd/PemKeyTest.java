package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemKeyTest {
  /** What stands before a PKCS #1 key of 2048 bits in its PKCS #8 envelope. */
  private static final int ENVELOPE = 26;

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "text before\n-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }

  private static PrivateKey rsa() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair().getPrivate();
  }

  private static ECPrivateKey elliptic() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return (ECPrivateKey) generator.generateKeyPair().getPrivate();
  }

  /** RFC 5915: version, the number in 32 bytes, the curve. */
  private static byte[] sec1(BigInteger number) {
    String digits = HexFormat.of().formatHex(number.toByteArray());
    String padded = ("0".repeat(64) + digits).substring(digits.length());
    return HexFormat.of().parseHex("30310201010420" + padded + "a00a06082a8648ce3d030107");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void tellsWhichKeysBelongTogether(String algorithm) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    KeyPair one = generator.generateKeyPair();
    KeyPair other = generator.generateKeyPair();
    KeyPair ofAnotherKind =
        KeyPairGenerator.getInstance(algorithm.equals("EC") ? "RSA" : "EC").generateKeyPair();
    assertThat(PemKey.belongTogether(one.getPrivate(), one.getPublic())).isTrue();
    assertThat(PemKey.belongTogether(one.getPrivate(), other.getPublic())).isFalse();
    assertThat(PemKey.belongTogether(one.getPrivate(), ofAnotherKind.getPublic())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void readsPkcs8(String algorithm) throws Exception {
    PrivateKey key = KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
    assertThat(PemKey.parse(pem("PRIVATE KEY", key.getEncoded())).getEncoded())
        .isEqualTo(key.getEncoded());
  }

  @Test
  void readsPkcs1() throws Exception {
    PrivateKey key = rsa();
    byte[] bare = Arrays.copyOfRange(key.getEncoded(), ENVELOPE, key.getEncoded().length);
    assertThat(PemKey.parse(pem("RSA PRIVATE KEY", bare))).isEqualTo(key);
  }

  @Test
  void readsSec1() throws Exception {
    ECPrivateKey key = elliptic();
    PrivateKey read = PemKey.parse(pem("EC PRIVATE KEY", sec1(key.getS())));
    assertThat(read)
        .isInstanceOfSatisfying(
            ECPrivateKey.class, each -> assertThat(each.getS()).isEqualTo(key.getS()));
  }

  @Test
  void saysWhatItCannotRead() {
    byte[] bytes = {0x30, 3, 2, 1, 0};
    assertThatThrownBy(() -> PemKey.parse("nothing")).hasMessageContaining("no private key");
    assertThatThrownBy(() -> PemKey.parse(pem("ENCRYPTED PRIVATE KEY", bytes)))
        .hasMessageContaining("encrypted");
    assertThatThrownBy(() -> PemKey.parse(pem("DSA PRIVATE KEY", bytes)))
        .hasMessageContaining("not a known kind");
    for (String kind : new String[] {"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"}) {
      assertThatThrownBy(() -> PemKey.parse(pem(kind, bytes)))
          .isInstanceOf(GeneralSecurityException.class)
          .hasMessageContaining("damaged");
    }
  }
}
