import { useEffect, useRef, useState } from 'react';
import { asksForPixels, type MediaSize, type UploadLimits } from '../../core/files/upload-limits.ts';
import type { WireFile } from '../../core/wire/contract.ts';
import { useFieldServices } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { measureFile } from './measure-file.ts';
import { noteUpload } from './running-uploads.ts';
import { fileName, storedFiles } from './stored-files.ts';
import { admitUploads, moved, type UploadRefusal } from './upload-rules.ts';

/** A file on its way, or one that failed and waits to be tried again or dropped. */
export interface PendingFile {
  readonly uid: number;
  readonly file: File;
  readonly status: 'uploading' | 'error';
  /** 0 to 100. */
  readonly percent: number;
  readonly message: string | undefined;
}

/** What becomes of a file that is taken out: deleted now, or with the next save of the record that holds it. */
type Removal = 'deleted' | 'onSave';

/** The files of one field and what is done with them. */
interface Uploads {
  readonly stored: readonly WireFile[];
  readonly pending: readonly PendingFile[];
  /** Files of the last batch that were not taken. */
  readonly refused: readonly UploadRefusal[];
  /** Ids that are being deleted. */
  readonly removing: ReadonlySet<string>;
  /** Takes a batch: checks it, and sends what may be sent. */
  take(files: readonly File[]): Promise<void>;
  retry(uid: number): void;
  /** Cancels a file on its way, or forgets a failed one. */
  drop(uid: number): void;
  /** Undefined where the server could not be asked; the file then stays. */
  remove(file: WireFile): Promise<Removal | undefined>;
  move(from: number, to: number): void;
}

let nextUid = 1;
// Files sent since the page was loaded: forms may be taken away and come back before they are saved.
const sentHere = new Set<string>();

/** Sends, retries, cancels, removes and orders the files of a field. */
export function useUploads(value: unknown, limits: UploadLimits, onChange: (value: unknown) => void): Uploads {
  const services = useFieldServices();
  const stored = storedFiles(value);
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const [refused, setRefused] = useState<readonly UploadRefusal[]>([]);
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());
  // Uploads end later than the render that started them; they add to the lists of their own time.
  const storedNow = useRef(stored);
  storedNow.current = stored;
  const pendingNow = useRef(pending);
  const tell = useRef(onChange);
  tell.current = onChange;
  const controls = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const running = controls.current;
    return () => {
      for (const control of running.values()) control.abort();
    };
  }, []);

  const report = (files: readonly WireFile[]) => {
    storedNow.current = files;
    tell.current(files.length === 0 ? null : files);
  };
  const change = (next: (list: readonly PendingFile[]) => readonly PendingFile[]) => {
    pendingNow.current = next(pendingNow.current);
    setPending(pendingNow.current);
  };
  const update = (uid: number, step: Partial<PendingFile>) =>
    change((list) => list.map((one) => (one.uid === uid ? { ...one, ...step } : one)));
  const drop = (uid: number) => {
    controls.current.get(uid)?.abort();
    controls.current.delete(uid);
    change((list) => list.filter((one) => one.uid !== uid));
  };
  const send = ({ uid, file }: PendingFile) => {
    const control = new AbortController();
    controls.current.set(uid, control);
    const over = noteUpload();
    control.signal.addEventListener('abort', over);
    const follow: Parameters<typeof services.upload>[1] = (step) => {
      if (control.signal.aborted) return;
      if (step.status !== 'uploading') over();
      if (step.status === 'done' && step.stored) {
        sentHere.add(step.stored.attachId);
        report([...storedNow.current, step.stored]);
        // With it goes the local file; what is kept is the server's.
        drop(uid);
      } else if (step.status === 'error') {
        update(uid, { status: 'error', message: step.message ?? fieldText('uploadFailed') });
      } else {
        update(uid, { percent: step.percent });
      }
    };
    void services.upload(file, follow, control.signal);
  };

  return {
    stored,
    pending,
    refused,
    removing,
    drop,
    async take(files) {
      const pixels = new Map<File, MediaSize | undefined>();
      if (asksForPixels(limits)) {
        await Promise.all(files.map(async (file) => pixels.set(file, await measureFile(file))));
      }
      const held = [
        ...storedNow.current.map((file) => ({ name: fileName(file), lastModified: file.lastModified })),
        ...pendingNow.current.map(({ file }) => ({ name: file.name, lastModified: file.lastModified })),
      ];
      const batch = admitUploads(files, held, limits, pixels);
      setRefused(batch.refused);
      const started = batch.admitted.map((file): PendingFile => {
        const uid = nextUid;
        nextUid += 1;
        return { uid, file, status: 'uploading', percent: 0, message: undefined };
      });
      change((list) => [...list, ...started]);
      for (const one of started) send(one);
    },
    retry(uid) {
      const again = pendingNow.current.find((one) => one.uid === uid);
      if (again === undefined) return;
      update(uid, { status: 'uploading', percent: 0, message: undefined });
      send(again);
    },
    async remove({ attachId }) {
      let deleted = false;
      // A file belongs to its record once that is saved, and goes only when it is saved without the file.
      if (sentHere.has(attachId)) {
        setRemoving((ids) => new Set([...ids, attachId]));
        try {
          deleted = await services.removeFile(attachId);
        } catch {
          return undefined;
        } finally {
          setRemoving((ids) => new Set([...ids].filter((id) => id !== attachId)));
        }
      }
      report(storedNow.current.filter((one) => one.attachId !== attachId));
      return deleted ? 'deleted' : 'onSave';
    },
    move(from, to) {
      const next = moved(storedNow.current, from, to);
      if (next !== storedNow.current) report(next);
    },
  };
}
