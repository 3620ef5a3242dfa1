#pragma once
// A Chromium without a screen that draws a page and returns pictures of it.

#include <memory>
#include <stdexcept>
#include <string>

namespace catena {

// There is no browser, or it does not do what it should; says what to try.
class BrowserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class HeadlessBrowser {
 public:
  // Starts it and opens a page of this size in pixels.
  HeadlessBrowser(const std::string& address, int width, int height);
  ~HeadlessBrowser();
  HeadlessBrowser(const HeadlessBrowser&) = delete;
  HeadlessBrowser& operator=(const HeadlessBrowser&) = delete;

  // Evaluates an expression in the page, and waits for it where it is a promise. Its value where
  // that is a text, or nothing.
  std::string evaluate(const std::string& expression);
  // What is to be seen now, as PNG.
  std::string picture();
  // The same of an expression whose value is the address of a PNG: data:image/png;base64,...
  std::string picture_of(const std::string& expression);

 private:
  class Process;
  std::unique_ptr<Process> process_;
};

}  // namespace catena
