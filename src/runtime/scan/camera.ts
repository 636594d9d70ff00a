/** The part of the browser's code reader that is used; not all browsers have one. */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

type CodeReaderMaker = new (options: { readonly formats: readonly string[] }) => CodeReader;

/** Milliseconds between two looks at the picture. */
const LOOK_EVERY = 300;

function readerMaker(): CodeReaderMaker | undefined {
  return Reflect.get(window, 'BarcodeDetector') as CodeReaderMaker | undefined;
}

/** Whether this browser can read codes by its camera. */
export function canScan(): boolean {
  return readerMaker() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;
}

/**
 * Shows the camera in a picture and tells the first code that it sees. Rejects where the camera cannot be had. The given
 * function ends it.
 */
export async function watchCamera(picture: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const Maker = readerMaker();
  if (Maker === undefined) throw new Error('this browser reads no codes');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  picture.srcObject = stream;
  await picture.play();
  const reader = new Maker({ formats: ['qr_code'] });
  let ended = false;
  const end = (): void => {
    ended = true;
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  const look = async (): Promise<void> => {
    const [found] = await reader.detect(picture).catch(() => []);
    if (found === undefined || ended) return;
    end();
    onCode(found.rawValue);
  };
  const timer = setInterval(() => void look(), LOOK_EVERY);
  return end;
}
