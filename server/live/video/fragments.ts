/** A fragment of a film, as Media Source Extensions take it. */
interface Fragment {
  readonly bytes: Buffer;
  /** Whether somebody who has seen nothing before can begin with it. */
  readonly key: boolean;
}

interface FragmentListener {
  /** What has to come before any fragment. @param mime type with codecs. */
  onInit(bytes: Buffer, mime: string): void;
  onFragment(fragment: Fragment): void;
}

/** Why what a camera sends is no film that a browser plays. */
export class FilmFault extends Error {
  readonly kind: 'rubbish' | 'codec';
  constructor(kind: 'rubbish' | 'codec') {
    super(kind);
    this.kind = kind;
  }
}

/** Bytes of a box at most: four seconds of a good camera. */
const LARGEST_BOX = 8 * 1024 * 1024;
/** Boxes that stand between fragments and say nothing that is needed. */
const SKIPPED: ReadonlySet<string> = new Set(['styp', 'sidx', 'free', 'skip', 'prft', 'emsg', 'mfra']);

/**
 * Parts a fragmented MP4 that comes in pieces: the beginning, then fragments. Holds one fragment at most. Throws
 * FilmFault for what is none, or is not H.264 with AAC or without sound.
 */
export function createFragmentReader(listener: FragmentListener): { take(piece: Buffer): void } {
  let pieces: Buffer[] = [];
  let held = 0;
  let head: Buffer | undefined;
  let film: Film | undefined;
  let moof: Buffer | undefined;

  /** The first bytes of what is held. */
  function look(count: number): Buffer {
    if ((pieces[0]?.length ?? 0) < count) pieces = [Buffer.concat(pieces)];
    return pieces[0] ?? Buffer.alloc(0);
  }

  function cut(count: number): Buffer {
    const whole = look(count);
    const rest = whole.subarray(count);
    pieces = rest.length === 0 ? pieces.slice(1) : [rest, ...pieces.slice(1)];
    held -= count;
    return whole.subarray(0, count);
  }

  function takeBox(type: string, box: Buffer): void {
    if (type === 'ftyp') head = box;
    else if (type === 'moov') {
      film = readFilm(box);
      listener.onInit(Buffer.concat([head ?? Buffer.alloc(0), box]), film.mime);
    } else if (type === 'moof') moof = box;
    else if (type === 'mdat') {
      if (film === undefined || moof === undefined) throw new FilmFault('rubbish');
      listener.onFragment({ bytes: Buffer.concat([moof, box]), key: isKey(moof, film) });
      moof = undefined;
    } else if (!SKIPPED.has(type)) throw new FilmFault('rubbish');
  }

  return {
    take(piece) {
      if (piece.length === 0) return;
      pieces.push(piece);
      held += piece.length;
      while (held >= 8) {
        const start = look(8);
        const size = start.readUInt32BE(0);
        const type = start.toString('latin1', 4, 8);
        if (size < 8 || size > LARGEST_BOX || !/^[\w ]{4}$/.test(type)) throw new FilmFault('rubbish');
        if (head === undefined && type !== 'ftyp' && !SKIPPED.has(type)) throw new FilmFault('rubbish');
        if (held < size) return;
        takeBox(type, cut(size));
      }
    },
  };
}

interface Film {
  readonly mime: string;
  /** Number of the track with the picture. */
  readonly track: number;
  /** Flags of samples that do not say theirs. */
  readonly flags: number;
}

interface Box {
  readonly type: string;
  /** What it holds, without its head. */
  readonly body: Buffer;
}

/** The boxes within a box. */
function boxesIn(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new FilmFault('rubbish');
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

const within = (bytes: Buffer, ...path: readonly string[]): Buffer | undefined => {
  let found: Buffer | undefined = bytes;
  for (const type of path) found = found && boxesIn(found).find((box) => box.type === type)?.body;
  return found;
};

function numberAt(bytes: Buffer | undefined, at: number): number {
  if (bytes === undefined || at + 4 > bytes.length) throw new FilmFault('rubbish');
  return bytes.readUInt32BE(at);
}

/** Bytes of a picture's entry before the boxes that it holds. */
const PICTURE_ENTRY = 78;

function readFilm(moov: Buffer): Film {
  const body = moov.subarray(8);
  const codecs: string[] = [];
  let track: number | undefined;
  for (const trak of boxesIn(body).filter(({ type }) => type === 'trak')) {
    const kind = within(trak.body, 'mdia', 'hdlr')?.toString('latin1', 8, 12);
    const entries = within(trak.body, 'mdia', 'minf', 'stbl', 'stsd')?.subarray(8);
    const [entry] = entries === undefined ? [] : boxesIn(entries);
    if (kind === 'vide') {
      const profile = entry && within(entry.body.subarray(PICTURE_ENTRY), 'avcC');
      if (entry === undefined || !['avc1', 'avc3'].includes(entry.type) || profile === undefined || profile.length < 4)
        throw new FilmFault('codec');
      codecs.push(`${entry.type}.${profile.toString('hex', 1, 4)}`);
      const tkhd = within(trak.body, 'tkhd');
      track ??= numberAt(tkhd, tkhd?.[0] === 1 ? 20 : 12);
    } else if (kind === 'soun') {
      if (entry?.type !== 'mp4a') throw new FilmFault('codec');
      codecs.push('mp4a.40.2');
    }
  }
  if (track === undefined) throw new FilmFault('codec');
  const trex = boxesIn(within(body, 'mvex') ?? Buffer.alloc(0)).find(
    (box) => box.type === 'trex' && numberAt(box.body, 4) === track,
  );
  if (trex === undefined) throw new FilmFault('rubbish');
  return { mime: `video/mp4; codecs="${codecs.join(', ')}"`, track, flags: numberAt(trex.body, 20) };
}

/** Of a sample's flags: it needs others before it. */
const DEPENDS = 0x10000;

/** Whether the first picture of a fragment can be decoded by itself. */
function isKey(moof: Buffer, film: Film): boolean {
  for (const { type, body } of boxesIn(moof.subarray(8))) {
    if (type !== 'traf') continue;
    const tfhd = within(body, 'tfhd');
    if (numberAt(tfhd, 4) !== film.track) continue;
    const own = numberAt(tfhd, 0) & 0xffffff;
    const skipped = (own & 1 ? 8 : 0) + (own & 2 ? 4 : 0) + (own & 8 ? 4 : 0) + (own & 16 ? 4 : 0);
    const usual = own & 32 ? numberAt(tfhd, 8 + skipped) : film.flags;
    const trun = within(body, 'trun');
    const says = numberAt(trun, 0) & 0xffffff;
    const at = 8 + (says & 1 ? 4 : 0);
    if (says & 4) return (numberAt(trun, at) & DEPENDS) === 0;
    if (says & 0x400) return (numberAt(trun, at + (says & 0x100 ? 4 : 0) + (says & 0x200 ? 4 : 0)) & DEPENDS) === 0;
    return (usual & DEPENDS) === 0;
  }
  return false;
}
