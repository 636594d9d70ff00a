import type { Property } from '../dialect/entity.generated.ts';
import { say } from '../text/say.ts';

/** Largest file where the field does not say: 100 MB (102400 KB). */
const DEFAULT_MAX_SIZE = 102_400 * 1024;
/** Most files where the field does not say. */
const DEFAULT_MAX_FILES = 6;
/** Fewest pixels of a photo across and down. */
export const LEAST_SIDE = 32;
/** Most videos where the field does not say. */
const DEFAULT_MAX_VIDEOS = 5;

const PICTURES: readonly string[] = ['jpeg', 'png', 'jpg'];
const VIDEOS: readonly string[] = ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'mpeg', 'wmv', 'flv'];
const SHOWN_PICTURES: readonly string[] = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp'];
const PLAYED_VIDEOS: readonly string[] = ['mp4', 'm4v', 'mov', 'webm'];

/** Keywords of an upload field that say which files it takes. */
export type UploadLimits = Pick<
  Property,
  | 'accept'
  | 'listType'
  | 'maxItems'
  | 'maxSize'
  | 'media'
  | 'duplicate'
  | 'mediaWidth'
  | 'mediaHeight'
  | 'mediaRatio'
  | 'eachError'
> & {
  /** Largest picture and film in bytes, as the company has set them. Default as large as any file. */
  readonly sizes?: MediaSizes | undefined;
};

/** Bytes that a picture or a film may have. */
export type MediaSizes = Readonly<Partial<Record<'image' | 'video', number>>>;

/** What is known of a file by whoever checks it. */
export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, as the uploader's device has it; undefined where it is not known. */
  readonly lastModified?: number | undefined;
  /** Digest of the content; only the server knows it. */
  readonly sha256?: string | undefined;
}

/** Why a picture is no photo of anything: it cannot be decoded, has one colour, or too few or too many pixels. */
export type PictureFault = 'broken' | 'plain' | 'small' | 'large';

/** A file that a field holds already, as duplicates are found. */
export type HeldFile = Omit<FileFacts, 'size'>;

/** Pixels of a picture or video, as it is shown: turned pictures have their sides exchanged. */
export interface MediaSize {
  readonly width: number;
  readonly height: number;
}

/** Extension in lower case without a dot; '' where there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** What a browser shows in place, by the name: pictures, and videos that it plays; undefined for anything else. */
export function shownAs(name: string): 'image' | 'video' | undefined {
  const extension = fileExtension(name);
  if (SHOWN_PICTURES.includes(extension)) return 'image';
  return PLAYED_VIDEOS.includes(extension) ? 'video' : undefined;
}

/** Most files of a field: `maxItems`, by default 6, of videos 5. */
export function fileLimit({ maxItems, media }: UploadLimits): number {
  return maxItems ?? (media === 'video' ? DEFAULT_MAX_VIDEOS : DEFAULT_MAX_FILES);
}

/** Largest file of a field in bytes. */
function sizeLimit({ maxSize }: UploadLimits): number {
  return maxSize ?? DEFAULT_MAX_SIZE;
}

/** Bytes of the largest file that a field takes, whatever its kind. */
export function largestFile(limits: UploadLimits): number {
  const most = sizeLimit(limits);
  const sizes = acceptedExtensions(limits)?.map((extension) => {
    const kind = mediaOf(`.${extension}`);
    return (kind === undefined ? undefined : limits.sizes?.[kind]) ?? most;
  });
  return sizes === undefined || sizes.length === 0 ? most : Math.min(most, Math.max(...sizes));
}

/** A size for people: whole megabytes as `100M`, else kilobytes as `500K`. */
export function sizeLimitText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (Number.isInteger(megabytes)) return `${megabytes}M`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)}K` : say('{bytes}字节', { bytes });
}

/** A file's size for people, rounded up, so that what is over a limit is never called as large as it. */
function fileSizeText(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${Math.ceil((bytes / 1024 / 1024) * 10) / 10}M`;
  return bytes >= 1024 ? `${Math.ceil(bytes / 1024)}K` : say('{bytes}字节', { bytes });
}

function ownKinds(limits: UploadLimits): readonly string[] | undefined {
  if (limits.media === 'video') return VIDEOS;
  return takesPhotos(limits) ? PICTURES : undefined;
}

/** Whether a field takes photos alone: `media: image`, and picture cards. */
function takesPhotos({ media, listType }: UploadLimits): boolean {
  return media === 'image' || (media !== 'video' && listType === 'picture-card');
}

/** Extensions that a field takes; undefined for any. `accept` narrows what `media` and picture cards take. */
export function acceptedExtensions(limits: UploadLimits): readonly string[] | undefined {
  const own = ownKinds(limits);
  const { accept } = limits;
  if (accept === undefined || accept.length === 0) return own;
  if (own === undefined) return accept;
  const both = accept.filter((extension) => own.includes(extension));
  return both.length > 0 ? both : own;
}

/** Message for more files than a field takes. */
export function tooManyFiles(limits: UploadLimits): string {
  const limit = fileLimit(limits);
  return limits.media === 'video'
    ? say('最多上传{limit}个视频', { limit })
    : say('已超出上传文件数量限制, 最多可上传{limit}个文件', { limit });
}

/** Why a field does not take a file, for its kind, its size or because it is there already; undefined where it does. */
export function fileRefusal(file: FileFacts, held: readonly HeldFile[], limits: UploadLimits): string | undefined {
  return kindRefusal(file.name, limits) ?? sizeRefusal(file, limits) ?? duplicateRefusal(file, held, limits);
}

function kindRefusal(name: string, limits: UploadLimits): string | undefined {
  const accepted = acceptedExtensions(limits);
  const extension = fileExtension(name);
  if (accepted === undefined || accepted.includes(extension)) return undefined;
  const only = (kinds: readonly string[]) => !kinds.includes(extension) && accepted.every((one) => kinds.includes(one));
  if (only(PICTURES)) return say('只能上传图片');
  if (only(VIDEOS)) return say('只能上传视频!');
  return say('文件类型不允许，只能上传{kinds}', { kinds: accepted.join(say('、')) });
}

function sizeRefusal({ name, size }: FileFacts, limits: UploadLimits): string | undefined {
  const kind = mediaOf(name);
  const ofKind = kind === undefined ? undefined : limits.sizes?.[kind];
  if (kind !== undefined && ofKind !== undefined && size > ofKind) {
    const word = kind === 'image' ? say('图片') : say('视频');
    return say('{word}有{size}，最大{limit}', { word, size: fileSizeText(size), limit: sizeLimitText(ofKind) });
  }
  const largest = sizeLimit(limits);
  if (size <= largest) return undefined;
  const text = sizeLimitText(largest);
  if (limits.media === 'video') return say('上传视频大小不能超过{text}', { text });
  return limits.duplicate === 'name'
    ? say('上传文件大小不能超过{text}', { text })
    : say('文件大小超限，最大{text}', { text });
}

function duplicateRefusal(file: FileFacts, held: readonly HeldFile[], limits: UploadLimits): string | undefined {
  const twins = held.filter(({ name }) => name === file.name);
  if ((limits.duplicate ?? (limits.media === 'video' ? 'name' : 'file')) === 'name') {
    return twins.length > 0 ? say('不能重复上传') : undefined;
  }
  return twins.some((twin) => isSame(file, twin)) ? say('不能重复导入文件') : undefined;
}

// Where the time is not known the content decides, and where neither is the name alone.
function isSame(file: FileFacts, twin: HeldFile): boolean {
  if (file.lastModified !== undefined && twin.lastModified !== undefined) {
    return file.lastModified === twin.lastModified;
  }
  if (file.sha256 !== undefined && twin.sha256 !== undefined) return file.sha256 === twin.sha256;
  return true;
}

/** Whether a field asks for the pixels of pictures and videos. */
export function asksForPixels({ mediaWidth, mediaHeight, mediaRatio }: UploadLimits): boolean {
  return mediaWidth !== undefined || mediaHeight !== undefined || mediaRatio !== undefined;
}

/** Whether a file has pixels to be checked, by its name; undefined for what is neither picture nor video. */
export function mediaOf(name: string): 'image' | 'video' | undefined {
  const extension = fileExtension(name);
  if (SHOWN_PICTURES.includes(extension)) return 'image';
  return VIDEOS.includes(extension) ? 'video' : undefined;
}

/**
 * Why the pixels of a picture or video do not fit; `size` is undefined where they could not be read, which is refused
 * too, as nobody could say that they fit. Files that are neither are not asked.
 */
export function pixelRefusal(name: string, size: MediaSize | undefined, limits: UploadLimits): string | undefined {
  const kind = mediaOf(name);
  if (kind === undefined || !asksForPixels(limits)) return undefined;
  const word = kind === 'image' ? say('图片') : say('视频');
  if (size === undefined) return say('未能读取{word}的宽高', { word });
  const { mediaWidth, mediaHeight, mediaRatio } = limits;
  if ((mediaWidth ?? size.width) !== size.width || (mediaHeight ?? size.height) !== size.height) {
    return say('{word}宽高与设定宽高不匹配', { word });
  }
  return mediaRatio === undefined || hasRatio(size, mediaRatio)
    ? undefined
    : say('{word}比例与设定比例不匹配', { word });
}

// 1366 by 768 is 16:9 for everybody who ordered it.
function hasRatio({ width, height }: MediaSize, ratio: string): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return Math.abs(width * down - height * across) <= Math.max(across, down);
}

/** Why a field of photos does not take a picture that shows nothing; undefined for other fields. */
function photoRefusal(fault: PictureFault | undefined, limits: UploadLimits): string | undefined {
  return fault === undefined || !takesPhotos(limits) ? undefined : pictureFaultText(fault);
}

/** Why a picture is no photo of anything, in words. */
export function pictureFaultText(fault: PictureFault): string {
  switch (fault) {
    case 'broken':
      return say('图片已损坏，无法打开');
    case 'plain':
      return say('图片只有一种颜色，请上传实际拍摄的照片');
    case 'small':
      return say('图片的宽和高至少{least}像素', { least: LEAST_SIDE });
    case 'large':
      return say('图片过大，无法核验，请缩小后重新上传');
  }
}

/**
 * First reason why a field does not take its list of files, with the file it is about; undefined where it takes them.
 * The number of files is not asked here: the field's definition does so.
 */
export function listRefusal(
  files: readonly (FileFacts & {
    readonly pixels?: MediaSize | undefined;
    readonly pictureFault?: PictureFault | undefined;
  })[],
  limits: UploadLimits,
): { readonly name: string; readonly message: string } | undefined {
  for (const [index, file] of files.entries()) {
    const message =
      fileRefusal(file, files.slice(0, index), limits) ??
      photoRefusal(file.pictureFault, limits) ??
      pixelRefusal(file.name, file.pixels, limits);
    if (message !== undefined) return { name: file.name, message };
  }
  return undefined;
}
