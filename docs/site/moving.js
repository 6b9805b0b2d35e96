// A button at each moving picture stops it at one frame, and lets it play again.
for (const figure of document.querySelectorAll("figure.moving")) {
  const image = figure.querySelector("img");
  const small = figure.querySelector("source");
  const files = [image.getAttribute("src"), small.getAttribute("srcset")];
  const button = document.createElement("button");
  let still = false;
  const show = () => {
    const [large, narrow] = files.map((file) => (still ? `${file}#still` : file));
    image.src = large;
    small.srcset = narrow;
    button.textContent = still ? "▶ Play" : "❚❚ Stop";
  };
  button.type = "button";
  button.addEventListener("click", () => {
    still = !still;
    show();
  });
  button.textContent = "❚❚ Stop";
  figure.append(button);
}
