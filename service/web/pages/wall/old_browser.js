// The browser of an old television may not run wall.js: then the page itself goes on to the next slide. Written for any browser.
setTimeout(function () {
  var body = document.body;
  if (document.documentElement.className.indexOf("at-work") < 0) {
    location.href = body.getAttribute("data-place") + "?slide=" + body.getAttribute("data-following");
  }
}, 15000);
