package io.kvbench.reports.plot;

import io.kvbench.reports.series.Plot;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A plot or a chart as a picture. The same one gives the same picture, as far as fonts are the
 * same. Nothing can be drawn on a machine without fonts, which is a {@link PictureException}.
 */
public final class Picture {
  private static final String SVG = "http://www.w3.org/2000/svg";

  static final int WIDTH = 960;
  static final int HEIGHT = 540;

  /** Sharp on screens with small dots too. */
  private static final double PIXELS = 1.5;

  private final String title;
  private final int width;
  private final int height;
  private final Consumer<Graphics2D> painter;

  private Picture(String title, int width, int height, Consumer<Graphics2D> painter) {
    this.title = title;
    this.width = width;
    this.height = height;
    this.painter = painter;
  }

  public static Picture of(Plot plot) throws PictureException {
    Fonts.require();
    return drawn(ChartFrame.title(plot), ChartFrame.of(plot));
  }

  static Picture drawn(String title, JFreeChart chart) {
    return new Picture(
        title,
        WIDTH,
        HEIGHT,
        graphics -> chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT)));
  }

  /** Draws what is painted on paper of a size. */
  static Picture of(String title, int width, int height, Consumer<Graphics2D> painter) {
    return new Picture(
        title,
        width,
        height,
        graphics -> {
          graphics.setColor(SeriesStyle.PAPER);
          graphics.fillRect(0, 0, width, height);
          painter.accept(graphics);
        });
  }

  public byte[] png() {
    BufferedImage image =
        new BufferedImage(
            (int) (width * PIXELS), (int) (height * PIXELS), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.scale(PIXELS, PIXELS);
      painter.accept(graphics);
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Returns it as a file in SVG, whose text is text. */
  public String svg() {
    try {
      Document document =
          DocumentBuilderFactory.newDefaultNSInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument(SVG, "svg", null);
      SVGGraphics2D graphics = new SVGGraphics2D(document);
      graphics.setSVGCanvasSize(new Dimension(width, height));
      painter.accept(graphics);
      Element root = graphics.getRoot();
      root.setAttribute("viewBox", "0 0 " + width + " " + height);
      root.setAttribute("role", "img");
      Element name = document.createElementNS(SVG, "title");
      name.setTextContent(title);
      root.insertBefore(name, root.getFirstChild());
      return svg(root);
    } catch (ParserConfigurationException | TransformerException e) {
      throw new IllegalStateException("the JDK's own XML cannot write a picture", e);
    }
  }

  private static String svg(Element root) throws TransformerException {
    Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    StringWriter text = new StringWriter();
    transformer.transform(new DOMSource(root), new StreamResult(text));
    return text + "\n";
  }
}
