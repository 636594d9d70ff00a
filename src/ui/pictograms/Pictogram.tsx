import './pictogram.css';
import { createElement, type ReactNode } from 'react';
import { FRAME, type PictogramShape, pictogramShapes } from '../../core/pictograms/pictograms.ts';

/** The names under which React takes what SVG writes with a hyphen. */
const REACT_NAMES: Readonly<Record<string, string>> = { 'fill-rule': 'fillRule', 'stroke-width': 'strokeWidth' };

function drawn([element, given, within]: PictogramShape, index: number): ReactNode {
  const own = Object.entries(given).map(([key, value]) => [REACT_NAMES[key] ?? key, value]);
  return createElement(element, { ...Object.fromEntries(own), key: index }, within?.map(drawn));
}

/** The diamond alone, in the colours of its standard in every theme. */
export function PictogramDrawing({ name }: { readonly name: string }) {
  return (
    <svg className="anlan-pictogram-drawing" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path className="anlan-pictogram-frame" d={FRAME} />
      <g className="anlan-pictogram-sign">{pictogramShapes(name).map(drawn)}</g>
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
