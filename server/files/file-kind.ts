import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import { say } from '../../src/core/text/say.ts';

/** What content and name together say of a file. */
interface FileKind {
  readonly contentType: string;
}

type KnownKind = {
  readonly contentType: string;
  /** What the content may prove to be, by the detector's names; `text` for readable text. */
  readonly content: readonly string[];
};

const picture = (contentType: string, ...content: string[]): KnownKind => ({
  contentType: `image/${contentType}`,
  content,
});
const office = (kind: string, ...content: string[]): KnownKind => ({
  contentType: `application/vnd.openxmlformats-officedocument.${kind}`,
  content: [...content, 'zip'],
});
const text = (contentType: string): KnownKind => ({ contentType, content: ['text'] });
const film = (contentType: string, ...content: string[]): KnownKind => ({ contentType, content });

const mpeg4 = ['mp4', 'm4v', 'mov', 'm4a', 'm4b', 'm4p', 'f4v', '3gp', '3g2'];

const kinds: Readonly<Record<string, KnownKind>> = {
  jpg: picture('jpeg', 'jpg'),
  jpeg: picture('jpeg', 'jpg'),
  png: picture('png', 'png', 'apng'),
  gif: picture('gif', 'gif'),
  webp: picture('webp', 'webp'),
  bmp: picture('bmp', 'bmp'),
  tif: picture('tiff', 'tif'),
  tiff: picture('tiff', 'tif'),
  heic: picture('heic', 'heic'),
  avif: picture('avif', 'avif'),
  ico: picture('x-icon', 'ico'),
  pdf: { contentType: 'application/pdf', content: ['pdf'] },
  docx: office('wordprocessingml.document', 'docx'),
  xlsx: office('spreadsheetml.sheet', 'xlsx'),
  pptx: office('presentationml.presentation', 'pptx'),
  // The old office formats, also as the domestic office suites write them.
  doc: { contentType: 'application/msword', content: ['cfb', 'rtf'] },
  xls: { contentType: 'application/vnd.ms-excel', content: ['cfb'] },
  ppt: { contentType: 'application/vnd.ms-powerpoint', content: ['cfb'] },
  wps: { contentType: 'application/vnd.ms-works', content: ['cfb', 'docx', 'zip'] },
  et: { contentType: 'application/octet-stream', content: ['cfb', 'xlsx', 'zip'] },
  dps: { contentType: 'application/octet-stream', content: ['cfb', 'pptx', 'zip'] },
  ofd: { contentType: 'application/ofd', content: ['zip'] },
  rtf: { contentType: 'application/rtf', content: ['rtf'] },
  zip: { contentType: 'application/zip', content: ['zip'] },
  rar: { contentType: 'application/vnd.rar', content: ['rar'] },
  '7z': { contentType: 'application/x-7z-compressed', content: ['7z'] },
  gz: { contentType: 'application/gzip', content: ['gz', 'tar.gz'] },
  tar: { contentType: 'application/x-tar', content: ['tar'] },
  dwg: { contentType: 'image/vnd.dwg', content: ['dwg'] },
  mp4: film('video/mp4', ...mpeg4),
  m4v: film('video/mp4', ...mpeg4),
  mov: film('video/quicktime', ...mpeg4),
  webm: film('video/webm', 'webm', 'mkv'),
  mkv: film('video/matroska', 'mkv', 'webm'),
  avi: film('video/vnd.avi', 'avi'),
  mpg: film('video/mpeg', 'mpg', 'mpeg'),
  mpeg: film('video/mpeg', 'mpg', 'mpeg'),
  wmv: film('video/x-ms-asf', 'asf'),
  flv: film('video/x-flv', 'flv'),
  mp3: film('audio/mpeg', 'mp3', 'mp2', 'mp1'),
  wav: film('audio/wav', 'wav'),
  m4a: film('audio/mp4', ...mpeg4),
  amr: film('audio/amr', 'amr'),
  txt: text('text/plain'),
  log: text('text/plain'),
  csv: text('text/csv'),
  md: text('text/markdown'),
  json: text('application/json'),
  xml: text('application/xml'),
  dxf: text('image/vnd.dxf'),
  svg: text('image/svg+xml'),
  html: text('text/html'),
  htm: text('text/html'),
};

// What a computer of the plant would run on a double click.
const runnable = new Set(
  'exe dll com scr msi bat cmd ps1 vbs vbe js jse wsf hta lnk reg jar class sh elf macho dmg deb rpm apk swf crx xpi chm wasm'.split(
    ' ',
  ),
);

/**
 * Tells what a file is from its content, and refuses (400, naming the file) a runnable one, a picture that is none, and
 * one whose content is not what its extension says. Extensions that are not known are kept as they are.
 */
export async function detectFileKind(path: string, name: string, extension: string): Promise<FileKind> {
  const content = await sniff(path);
  if (runnable.has(extension)) throw new AnlanError('fileKindRefused', { kind: extension });
  if (runnable.has(content) && kinds[extension]?.content.includes(content) !== true)
    throw new AnlanError('fileKindRefused', { kind: content });
  const known = kinds[extension];
  if (known === undefined) return { contentType: 'application/octet-stream' };
  if (!known.content.includes(content)) {
    const msg =
      known.contentType.startsWith('image/') && !known.content.includes('text')
        ? say('“{name}”不是有效的图片', { name })
        : say('“{name}”的内容与扩展名不符', { name });
    throw invalidInput([{ pointer: '/file', msg }]);
  }
  return { contentType: known.contentType };
}

// Pictures, films, sounds and documents that a browser shows without running anything that stands in them.
const shown = /^(image\/(jpeg|png|gif|webp|bmp|avif|x-icon)|video\/|audio\/|application\/pdf$)/;

/** Whether a browser may show it in place; SVG, HTML and everything else is only ever downloaded. */
export function mayBeInline(contentType: string): boolean {
  return shown.test(contentType);
}

async function sniff(path: string): Promise<string> {
  const found = await fileTypeFromFile(path);
  // XML, subtitles, contacts and calendars are text for our purpose.
  if (found !== undefined && !['xml', 'vtt', 'vcf', 'ics'].includes(found.ext)) return found.ext;
  return (await isText(path)) ? 'text' : '';
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8_192), 0, 8_192, 0);
    const start = buffer.subarray(0, bytesRead);
    const wide = start[0] === 0xff && start[1] === 0xfe;
    const wideBig = start[0] === 0xfe && start[1] === 0xff;
    return wide || wideBig || !start.includes(0);
  } finally {
    await file.close();
  }
}
