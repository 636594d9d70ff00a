/** A place of a message for the value of a field: `{amount}`. Other braces are text. */
const PLACE = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** The names in a message's places, each once. */
export function placesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name))];
}

/** A message with its places filled; undefined leaves one as it is written. */
export function fillPlaces(text: string, valueAt: (name: string) => string | undefined): string {
  return text.replace(PLACE, (place, name: string) => valueAt(name) ?? place);
}
