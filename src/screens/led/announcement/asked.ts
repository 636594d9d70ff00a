import { fixedColours } from '../../../ui/theme/palette.ts';

/** What the address of the page asks for. */
interface AskedAnnouncement {
  readonly id: string;
  /** Whose program it is; undefined for the default company. */
  readonly tenantId: string | undefined;
  readonly background: string;
  readonly color: string;
}

/** Hexadecimal digits of a colour, with or without the sign, which addresses have to write as %23. */
const HEX = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

function colorOf(given: string | null, otherwise: string): string {
  const digits = HEX.exec(given?.trim() ?? '')?.[1];
  return digits === undefined ? otherwise : `#${digits.toLowerCase()}`;
}

/** Reads the query of an address: `id`, `tenantId`, `background` and `color`; a colour that is none counts as not given. */
export function askedAnnouncement(query: string): AskedAnnouncement {
  const given = new URLSearchParams(query);
  return {
    id: given.get('id')?.trim() ?? '',
    tenantId: given.get('tenantId')?.trim() || undefined,
    background: colorOf(given.get('background'), fixedColours.ledBackground),
    color: colorOf(given.get('color'), fixedColours.ledText),
  };
}

/** Heading of the daily safety commitment: its text stands still, so that it can be read as a whole. */
const COMMITMENT = '安全承诺公告';

/** Whether a text scrolls. */
export function scrolls(text: string): boolean {
  return !text.includes(COMMITMENT);
}

/** Pixels of a step, and milliseconds between two. */
const STEP = 20;
export const SCROLL_EVERY = 2000;

/** Where a box of that much text stands after the next step: behind the end it begins anew. */
export function nextPlace(box: {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}): number {
  const most = box.scrollHeight - box.clientHeight;
  // Browsers round places of zoomed pages; a pixel before the end is the end.
  return box.scrollTop >= most - 1 ? 0 : Math.min(box.scrollTop + STEP, most);
}
