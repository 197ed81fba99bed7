const EVERY_MS = 2500;
const NOTES = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.22 },
] as const;
const NOTE_SECONDS = 0.5;
const LOUDNESS = 0.08;

/**
 * Plays two soft notes again and again. Browsers do not play it on a page that was never clicked. Returns a function
 * that ends it.
 */
export function ringTone(): () => void {
  if (typeof AudioContext === 'undefined') return () => undefined;
  const context = new AudioContext();
  const play = () => {
    for (const { hertz, at } of NOTES) {
      const [tone, gain] = [context.createOscillator(), context.createGain()];
      const begin = context.currentTime + at;
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.03);
      gain.gain.exponentialRampToValueAtTime(0.0001, begin + NOTE_SECONDS);
      tone.connect(gain).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + NOTE_SECONDS);
    }
  };
  play();
  const timer = setInterval(play, EVERY_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
