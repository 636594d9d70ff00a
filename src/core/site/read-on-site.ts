import { say } from '../text/say.ts';
import { invalidCharacter, isInvisible } from '../validation/text-checks.ts';
import type { WireFault } from '../wire/contract.ts';
import type { SiteFix, WireOnSite } from '../wire/on-site.ts';

/** Key in bodies under which a person says where he is; no field that a step with a place asks may have it. */
export const ON_SITE = 'onSite';

/** Largest error that a device may admit, in metres; beyond it it says no more than the city. */
const LARGEST_ERROR = 100_000;
/** Milliseconds that coordinates may be ahead of the clock, for the way from the device. */
const AHEAD = 60_000;
/** Minutes after which coordinates no longer say where somebody is. */
const STALE_MINUTES = 10;
/** Longest text of a tag, in characters. */
const LONGEST_TAG = 500;
/** Fewest and most characters of the reason for a photo. */
export const REASON = { least: 2, most: 200 } as const;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

type Read = { readonly value: WireOnSite } | { readonly faults: readonly WireFault[] };
type Given = Readonly<Record<string, unknown>>;

/**
 * Reads what a body says about where its sender is. Undefined where it says nothing.
 * @param now the plant's instant in milliseconds, for the age of coordinates.
 */
export function readOnSite(given: unknown, now: number): Read | undefined {
  if (given === undefined || given === null) return undefined;
  const fault = (key: string | undefined, msg: string): WireFault => ({
    pointer: key === undefined ? `/${ON_SITE}` : `/${ON_SITE}/${key}`,
    msg,
  });
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { faults: [fault(undefined, say('所在位置须为定位、标签或照片'))] };
  }
  const body = given as Given;
  const [way, other] = WAYS.filter(({ keys }) => keys.some((key) => Object.hasOwn(body, key)));
  if (way === undefined || other !== undefined) {
    return { faults: [fault(undefined, say('所在位置须为定位、标签或照片中的一种'))] };
  }
  const faults = [
    ...Object.keys(body)
      .filter((key) => !way.keys.includes(key))
      .map((key) => fault(key, say('不认识的字段：{key}', { key }))),
    ...way.faults(body, now).map(([key, msg]) => fault(key, msg)),
  ];
  return faults.length > 0 ? { faults } : { value: way.value(body) };
}

type Fault = readonly [key: string, msg: string];

interface Way {
  readonly keys: readonly string[];
  faults(body: Given, now: number): readonly Fault[];
  value(body: Given): WireOnSite;
}

const WAYS: readonly Way[] = [
  {
    keys: ['lng', 'lat', 'accuracy', 'time'],
    faults: ({ lng, lat, accuracy, time }, now) => [
      ...within('lng', lng, { least: -180, most: 180 }, say('经度')),
      ...within('lat', lat, { least: -90, most: 90 }, say('纬度')),
      ...within('accuracy', accuracy, { least: 0, most: LARGEST_ERROR }, say('定位误差')),
      ...timeFaults(time, now),
    ],
    value: (body) => {
      const { lng, lat, accuracy, time } = body as unknown as SiteFix;
      return { lng, lat, accuracy, time };
    },
  },
  {
    keys: ['tag'],
    faults: ({ tag }) =>
      typeof tag === 'string' && tag.trim() !== '' && tag.length <= LONGEST_TAG && invalidCharacter(tag) === undefined
        ? []
        : [['tag', say('标签内容不正确，请重新扫描或输入')]],
    value: ({ tag }) => ({ tag: String(tag).trim() }),
  },
  {
    keys: ['photo', 'reason'],
    faults: ({ photo, reason }) => [
      ...(typeof photo === 'string' && photo !== '' && photo.length <= LONGEST_TAG
        ? []
        : ([['photo', say('请拍摄现场照片')]] as const)),
      ...reasonFaults(reason),
    ],
    value: ({ photo, reason }) => ({ photo: String(photo), reason: String(reason).trim() }),
  },
];

function within(
  key: string,
  value: unknown,
  { least, most }: { readonly least: number; readonly most: number },
  title: string,
): readonly Fault[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) return [[key, say('{title}须为数字', { title })]];
  return value < least || value > most ? [[key, say('{title}须在{least}至{most}之间', { title, least, most })]] : [];
}

function timeFaults(time: unknown, now: number): readonly Fault[] {
  const at = typeof time === 'string' && INSTANT.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(at)) return [['time', say('定位时间不正确')]];
  if (at > now + AHEAD) return [['time', say('定位时间晚于现在，请重新定位')]];
  if (at < now - STALE_MINUTES * 60_000) {
    return [['time', say('定位已超过{minutes}分钟，请重新定位', { minutes: STALE_MINUTES })]];
  }
  return [];
}

function reasonFaults(reason: unknown): readonly Fault[] {
  const text = typeof reason === 'string' ? reason.trim() : '';
  const { length } = [...text];
  const { least, most } = REASON;
  if (length < least || length > most || isInvisible(text)) {
    return [['reason', say('请说明不能定位的原因，{least}至{most}个字', { least, most })]];
  }
  return invalidCharacter(text) === undefined ? [] : [['reason', say('原因含有无效字符')]];
}
