/** The film of the front: a slider and a button. Without it the small maps tell the same. */
for (const film of document.querySelectorAll(".frames")) {
  const frames = [...film.querySelectorAll(".frame")];
  const slider = film.querySelector("input"), told = film.querySelector("output"), button = film.querySelector("button");
  let timer = 0;
  const show = () => {
    frames.forEach((frame, n) => frame.toggleAttribute("hidden", n !== Number(slider.value)));
    told.textContent = frames[Number(slider.value)].dataset.caption;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button.textContent = "Play";
  };
  const next = () => {
    slider.value = String(Number(slider.value) + 1);
    show();
    if (Number(slider.value) === frames.length - 1) stop();
  };
  slider.addEventListener("input", () => {
    stop();
    show();
  });
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (Number(slider.value) === frames.length - 1) slider.value = "0";
    button.textContent = "Stop";
    show();
    timer = setInterval(next, 900);
  });
  film.querySelector(".player").hidden = false;
  show();
}
