// Needs of a tablet that lies on a table for hours: a screen that stays on, the whole screen, no way out by accident.

export class Device {
  #on = false;
  #lock = null;
  #guarded = false;

  /** `leave` asks if the page is to be left: the browser's step back leads there. */
  constructor(leave) {
    document.addEventListener("visibilitychange", () => this.#stayAwake());
    addEventListener("pointerdown", () => { this.#guard(); this.#stayAwake(); }); // some browsers want a tap for it
    addEventListener("popstate", () => {
      if (!this.#on || !this.#guarded) return;
      this.#guarded = false;
      this.#guard();
      leave();
    });
  }

  use(on) {
    this.#on = on;
    if (on) this.#stayAwake();
    else this.#lock?.release();
  }

  /** True while the browser keeps the screen on. It can at encrypted addresses and at the computer itself. */
  get staysAwake() { return Boolean(this.#lock && !this.#lock.released); }

  async #stayAwake() {
    if (!this.#on || document.hidden || !navigator.wakeLock || this.staysAwake) return;
    try { this.#lock = await navigator.wakeLock.request("screen"); } catch { this.#lock = null; } // the battery is low
  }

  get canFill() { return Boolean(document.documentElement.requestFullscreen); }

  get fills() { return Boolean(document.fullscreenElement); }

  fill() {
    const done = this.fills ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {}); // the browser does not allow it just now
  }

  // A step back leads to this page once more. Browsers count the step only if the page was tapped before.
  #guard() {
    if (!this.#on || this.#guarded) return;
    this.#guarded = true;
    history.pushState({ guarded: true }, "");
  }
}
