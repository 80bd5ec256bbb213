package com.example.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application whose web server brings its own Netty. */
@SpringBootApplication
public class App {
  public static void main(String[] arguments) {
    SpringApplication.run(App.class, arguments);
  }
}
