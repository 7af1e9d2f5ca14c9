/** Three quiet sounds of card and wood; off until they are switched on. */

const PLACE = "wordsmith.sound";

export type Sound = "lay" | "back" | "turn";

/** How each is made: noise through a band for card, a short low tone for wood. Times in s. */
const MADE: { [sound in Sound]: { tone: number; noise: number; lasts: number; loud: number } } = {
  lay: { tone: 0, noise: 2600, lasts: 0.05, loud: 0.25 },
  back: { tone: 0, noise: 1400, lasts: 0.14, loud: 0.12 },
  turn: { tone: 196, noise: 700, lasts: 0.16, loud: 0.5 },
};

class Sounds {
  #on = $state(localStorage.getItem(PLACE) === "yes");
  #context: AudioContext | null = null;

  get on(): boolean {
    return this.#on;
  }
  set on(value: boolean) {
    this.#on = value;
    localStorage.setItem(PLACE, value ? "yes" : "no");
    if (value) this.play("turn");
  }

  /** Browsers let nothing sound before the page was touched; until then it is simply silent. */
  play(sound: Sound): void {
    if (!this.#on || !navigator.userActivation?.hasBeenActive) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    if (context.state === "suspended") void context.resume().catch(() => {});
    const { tone, noise, lasts, loud } = MADE[sound];
    const volume = context.createGain();
    volume.gain.setValueAtTime(loud, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + lasts);
    volume.connect(context.destination);
    rustle(context, noise, lasts, volume);
    if (tone > 0) knock(context, tone, lasts, volume);
  }
}

function rustle(context: AudioContext, pitch: number, lasts: number, into: AudioNode): void {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(into);
  source.start();
}

function knock(context: AudioContext, pitch: number, lasts: number, into: AudioNode): void {
  const tone = context.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, context.currentTime);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, context.currentTime + lasts);
  tone.connect(into);
  tone.start();
  tone.stop(context.currentTime + lasts);
}

export const sounds = new Sounds();
