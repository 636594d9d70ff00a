import './pictogram.css';
import type { ReactNode } from 'react';

/** Rays around the middle of a burst. */
const BURST = [
  [0, -9, 0, -12.5],
  [6.4, -6.4, 9, -9],
  [9, 0, 12, 0],
  [-6.4, -6.4, -9, -9],
  [-9, 0, -12, 0],
  [7, 5, 10, 7],
  [-7, 5, -10, 7],
] as const;

const FLAME =
  'M24 10c1 4-5 7-7 12-2.4 6 .6 12 7 12s9.4-6 7-11.5c-.8 2-2 3-3.2 3.3C29.5 20 28 14 24 10zm.4 14c2 2.6 2.6 4.6 1.6 6.4-1 1.6-3.4 1.6-4.4 0-1-2 .8-3.8 2.8-6.4z';

/** What stands in the diamond of each hazard, in a box of 48 by 48 whose middle is the diamond's. */
const SIGNS: Readonly<Record<string, ReactNode>> = {
  'ghs-explosive': (
    <>
      <circle cx="24" cy="27" r="6" />
      {BURST.map(([x1, y1, x2, y2]) => (
        <line key={`${x1} ${y1}`} x1={24 + x1} y1={27 + y1} x2={24 + x2} y2={27 + y2} />
      ))}
      <path d="M13 37h22l-3-2.5-3 1-5-1.5-5 1.5-3-1z" />
    </>
  ),
  'ghs-flame': (
    <>
      <path d={FLAME} fillRule="evenodd" />
      <rect x="15.5" y="36" width="17" height="2.4" />
    </>
  ),
  'ghs-oxidizer': (
    <>
      <path d={FLAME} fillRule="evenodd" transform="translate(8.6 3) scale(.64)" />
      <circle cx="24" cy="31" r="5.5" className="anlan-pictogram-ring" />
      <rect x="16.5" y="37.4" width="15" height="2" />
    </>
  ),
  'ghs-gas': (
    <g transform="rotate(-38 24 24)">
      <rect x="10" y="20.5" width="21" height="8" rx="3.5" />
      <rect x="31" y="22.5" width="4" height="4" />
      <rect x="35.5" y="21" width="2" height="7" rx="1" />
    </g>
  ),
  'ghs-corrosive': (
    <>
      <rect x="11.5" y="16" width="11" height="4" rx="1" transform="rotate(14 17 18)" />
      <rect x="25.5" y="16" width="11" height="4" rx="1" transform="rotate(-14 31 18)" />
      <path d="M20.5 22.5c.9 1.5 1.4 2.2 1.4 3a1.4 1.4 0 0 1-2.8 0c0-.8.5-1.5 1.4-3zM27.5 22.5c.9 1.5 1.4 2.2 1.4 3a1.4 1.4 0 0 1-2.8 0c0-.8.5-1.5 1.4-3z" />
      <path d="M12 31h6.5l1.6-2.2 1.6 2.2h.8v3.5H12zM25 30.5c3.5-1.4 6-1.4 11-.5v2.5c-3 1.6-6 2.4-9 1.6z" />
      <rect x="16" y="36.5" width="16" height="2" />
    </>
  ),
  'ghs-toxic': (
    <>
      <path
        d="M24 11c-5.2 0-8.5 3.3-8.5 7.6 0 2.6 1.2 4.4 3.2 5.6v3.3h10.6v-3.3c2-1.2 3.2-3 3.2-5.6 0-4.3-3.3-7.6-8.5-7.6zm-3.6 6.2a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zm7.2 0a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zM24 21.800l1.3 2.4h-2.6z"
        fillRule="evenodd"
      />
      <line x1="15" y1="29.5" x2="33" y2="36.5" />
      <line x1="33" y1="29.5" x2="15" y2="36.5" />
    </>
  ),
  'ghs-harmful': (
    <>
      <path d="M20.8 12h6.4l-1.3 15h-3.800z" />
      <circle cx="24" cy="33" r="3" />
    </>
  ),
  'ghs-health': (
    <>
      <circle cx="24" cy="13.5" r="4.2" />
      <path
        d="M13.5 35c0-8 3-15 10.5-15s10.5 7 10.5 15l-6 3.5h-9zM24 22.5l1.8 4.2 4.2-1.4-2.2 4 3.4 3-4.5.5.3 4.5L24 34l-3 3.3.3-4.5-4.5-.5 3.4-3-2.2-4 4.2 1.4z"
        fillRule="evenodd"
      />
    </>
  ),
  'ghs-environment': (
    <>
      <path d="M17 35l.6-10-4-5 1.2-.8 3 3.4.6-8.6h1.6l.4 6 3.6-4 1.2 1-4.4 6.4.8 11.6z" />
      <path d="M11 35h26v2H11z" />
      <path
        d="M25 30.5c2.5-3.2 6.5-3.4 9-.9l3-1.9-.6 3 1.1 2.5-3.3-1.2c-2.7 2.4-6.7 2-9.2-1.5zm2.6-.6a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.800z"
        fillRule="evenodd"
      />
    </>
  ),
};

/** Names of the drawings that options of dictionaries may bear as their icon. */
export const pictogramNames: readonly string[] = Object.keys(SIGNS);

/** Whether an icon is a drawing that people know by its shape, which is shown large and whole. */
export function isPictogram(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(SIGNS, name);
}

/** The diamond alone, in the colours of its standard in every theme. */
export function PictogramDrawing({ name }: { readonly name: string }) {
  return (
    <svg className="anlan-pictogram-drawing" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path className="anlan-pictogram-frame" d="M24 2 46 24 24 46 2 24z" />
      <g className="anlan-pictogram-sign">{SIGNS[name]}</g>
    </svg>
  );
}

/** A drawing with its name: below it in details, told to who points at it or hears it in lists. */
export function Pictogram({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <span className="anlan-pictogram" title={text}>
      <PictogramDrawing name={name} />
      <span className="anlan-pictogram-name">{text}</span>
    </span>
  );
}
