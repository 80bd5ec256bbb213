package io.kvbench.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemTextTest {
  /** What stands before a PKCS #1 key of 2048 bits in its PKCS #8 envelope. */
  private static final int ENVELOPE = 26;

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "text before\n-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }

  private static PrivateKey parse(String text) throws Exception {
    return parse(text, KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic());
  }

  private static PrivateKey parse(String text, PublicKey certified) throws Exception {
    return new PemText(text).privateKey(certified).orElseThrow();
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
    assertThat(PemText.belongTogether(one.getPrivate(), one.getPublic())).isTrue();
    assertThat(PemText.belongTogether(one.getPrivate(), other.getPublic())).isFalse();
    assertThat(PemText.belongTogether(one.getPrivate(), ofAnotherKind.getPublic())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void readsPkcs8(String algorithm) throws Exception {
    PrivateKey key = KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
    assertThat(parse(pem("PRIVATE KEY", key.getEncoded())).getEncoded())
        .isEqualTo(key.getEncoded());
  }

  /** Readers that insist on DER take no other lengths than the shortest. */
  @Test
  void envelopesAreThoseOfJava() throws Exception {
    byte[] pkcs8 = rsa().getEncoded();

    assertThat(Pkcs8.ofPkcs1(Arrays.copyOfRange(pkcs8, ENVELOPE, pkcs8.length))).isEqualTo(pkcs8);
  }

  @Test
  void readsPkcs1() throws Exception {
    PrivateKey key = rsa();
    byte[] bare = Arrays.copyOfRange(key.getEncoded(), ENVELOPE, key.getEncoded().length);
    assertThat(parse(pem("RSA PRIVATE KEY", bare))).isEqualTo(key);
  }

  @Test
  void readsSec1() throws Exception {
    ECPrivateKey key = elliptic();
    PrivateKey read = parse(pem("EC PRIVATE KEY", sec1(key.getS())));
    assertThat(read)
        .isInstanceOfSatisfying(
            ECPrivateKey.class, each -> assertThat(each.getS()).isEqualTo(key.getS()));
  }

  /** With the public key, as openssl and Go write it, or without the curve, as Java does. */
  @Test
  void readsSec1OfOtherTools() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    String bare = HexFormat.of().formatHex(sec1(((ECPrivateKey) pair.getPrivate()).getS()));
    byte[] encoded = pair.getPublic().getEncoded();
    byte[] point = Arrays.copyOfRange(encoded, encoded.length - 65, encoded.length);
    String whole = "3077" + bare.substring(4) + "a144034200" + HexFormat.of().formatHex(point);
    String curve = pem("EC PARAMETERS", HexFormat.of().parseHex("06082a8648ce3d030107"));
    PrivateKey read = parse(curve + pem("EC PRIVATE KEY", HexFormat.of().parseHex(whole)));
    assertThat(PemText.belongTogether(read, pair.getPublic())).isTrue();

    String nameless = "3025" + bare.substring(4, 78);
    read = parse(pem("EC PRIVATE KEY", HexFormat.of().parseHex(nameless)), pair.getPublic());
    assertThat(PemText.belongTogether(read, pair.getPublic())).isTrue();
  }

  /** Lengths that lead behind the end, or around to a negative position. */
  @Test
  void damagedLengthsAreRefused() {
    for (String damaged : List.of("", "30", "3084", "30847fffffff00", "3084ffffffff", "300230ff")) {
      byte[] bytes = HexFormat.of().parseHex(damaged);
      assertThatThrownBy(() -> parse(pem("EC PRIVATE KEY", bytes)))
          .isInstanceOf(GeneralSecurityException.class)
          .hasMessageContaining("damaged");
    }
  }

  @Test
  void isNotPrinted() {
    assertThat(new PemText("secret").toString()).doesNotContain("secret");
  }

  @Test
  void saysWhatItCannotRead() {
    byte[] bytes = {0x30, 3, 2, 1, 0};
    assertThatThrownBy(() -> parse("nothing")).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> parse(pem("ENCRYPTED PRIVATE KEY", bytes)))
        .hasMessageContaining("encrypted");
    String traditional = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00FF\n\nAAAA\n";
    String older =
        "-----BEGIN RSA PRIVATE KEY-----\n" + traditional + "-----END RSA PRIVATE KEY-----\n";
    assertThatThrownBy(() -> parse(older)).hasMessageContaining("encrypted");
    assertThatThrownBy(() -> parse(pem("DSA PRIVATE KEY", bytes)))
        .hasMessageContaining("unknown type");
    for (String kind : new String[] {"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"}) {
      assertThatThrownBy(() -> parse(pem(kind, bytes)))
          .isInstanceOf(GeneralSecurityException.class)
          .hasMessageContaining("damaged");
    }
  }
}
