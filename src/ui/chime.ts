/** A sound: the pitches of its tones in Hz, the seconds that each takes, and how loud it is, of 1. */
const SOUNDS = {
  /** For what can wait. */
  soft: { tones: [880, 1175], length: 0.12, loud: 0.08 },
  /** For what wants an answer now. */
  urgent: { tones: [880, 660], length: 0.22, loud: 0.25 },
} as const;

let context: AudioContext | undefined;

/** Whether the browser lets this page be heard: not before the person has pressed anything on it. */
export function maySound(): boolean {
  try {
    context ??= new AudioContext();
  } catch {
    return false;
  }
  return context.state === 'running';
}

/** Milliseconds in which a browser lets a page be heard; without a press of the person it never answers. */
const ASKED = 300;

/** Asks the browser to let this page be heard; tells whether it does. */
export async function wakeSound(): Promise<boolean> {
  if (maySound()) return true;
  const late = new Promise<void>((done) => setTimeout(done, ASKED));
  await Promise.race([context?.resume().catch(() => undefined), late]);
  return maySound();
}

/** Sounds once; tells whether it did. It is made here, so that no file has to come while the network is away. */
export async function chime(sound: keyof typeof SOUNDS = 'soft'): Promise<boolean> {
  if (!(await wakeSound()) || context === undefined) return false;
  const { tones, length, loud } = SOUNDS[sound];
  for (const [place, pitch] of tones.entries()) {
    const begin = context.currentTime + place * length;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
  return true;
}
