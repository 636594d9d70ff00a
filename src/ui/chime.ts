/** Two short tones, in Hz, and the seconds each of them takes. */
const TONES = [880, 1175] as const;
const LENGTH = 0.12;
const LOUDNESS = 0.08;

/** Sounds softly, once. Nothing is heard where the browser has no sound, or none for a page that nobody has pressed yet. */
export function chime(): void {
  try {
    const context = new AudioContext();
    const volume = context.createGain();
    volume.connect(context.destination);
    TONES.forEach((frequency, index) => {
      const start = context.currentTime + index * LENGTH;
      const tone = context.createOscillator();
      tone.frequency.value = frequency;
      tone.connect(volume);
      volume.gain.setValueAtTime(LOUDNESS, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
      tone.start(start);
      tone.stop(start + LENGTH);
      if (index === TONES.length - 1) tone.onended = () => void context.close();
    });
  } catch {
    // What was to be heard is seen as well.
  }
}
