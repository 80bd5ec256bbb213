package io.kvbench.reports.plot;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.io.StringWriter;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Drawings as SVG that refers to nothing outside of itself. */
final class SvgText {
  private static final String SVG = "http://www.w3.org/2000/svg";

  private SvgText() {}

  /**
   * Returns a drawing.
   *
   * @param title what those hear who do not see it
   */
  static String of(String title, int width, int height, Consumer<Graphics2D> drawing) {
    try {
      Document document =
          DocumentBuilderFactory.newDefaultNSInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument(SVG, "svg", null);
      SVGGraphics2D graphics = new SVGGraphics2D(document);
      graphics.setSVGCanvasSize(new Dimension(width, height));
      drawing.accept(graphics);
      Element root = graphics.getRoot();
      root.setAttribute("viewBox", "0 0 " + width + " " + height);
      root.setAttribute("role", "img");
      Element name = document.createElementNS(SVG, "title");
      name.setTextContent(title);
      root.insertBefore(name, root.getFirstChild());
      return text(root);
    } catch (ParserConfigurationException | TransformerException e) {
      throw new IllegalStateException("the JDK's own XML cannot write a picture", e);
    }
  }

  private static String text(Element root) throws TransformerException {
    Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    StringWriter text = new StringWriter();
    transformer.transform(new DOMSource(root), new StreamResult(text));
    return text + "\n";
  }
}
