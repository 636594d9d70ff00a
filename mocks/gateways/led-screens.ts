type Told = Readonly<Record<string, unknown>>;

/** The screens behind a pretended controller, and what it has on each. */
export interface LedScreens {
  /** Takes a message; gives the ids of the programs that are on its screen now. */
  take(message: Told): readonly string[];
  /** The same without doing anything: what a controller says whose screen is dark. */
  showing(message: Told): readonly string[];
  /** A picture of what a screen shows on a day (`2026-01-05`), as SVG: the gravest of its programs, the newest of those. */
  picture(screen: string, day: string): string;
}

/** Screens without anything on them; one is there as soon as a message names it. */
export function createLedScreens(): LedScreens {
  const screens = new Map<string, Map<string, Told>>();
  const on = (screen: unknown) => {
    const name = textOf(screen);
    const found = screens.get(name) ?? new Map<string, Told>();
    screens.set(name, found);
    return found;
  };
  const showing = ({ screen }: Told) => [...on(screen).keys()];
  return {
    showing,
    take(message) {
      const list = on(message.screen);
      if (typeof message.clear === 'string') list.delete(message.clear);
      else if (typeof message.program === 'string') {
        list.delete(message.program);
        list.set(message.program, message);
      }
      return showing(message);
    },
    picture(screen, day) {
      const due = [...on(screen)].filter(([, { from, until }]) => textOf(from) <= day && day <= textOf(until));
      const [id, told] = due
        .toReversed()
        .toSorted(([, one], [, other]) => textOf(one.priority).localeCompare(textOf(other.priority)))[0] ?? ['', {}];
      const size = typeof told.fontSize === 'number' ? told.fontSize : 32;
      const words = typeof told.text === 'string' ? told.text : id === '' ? '' : `[${textOf(told.type)}]`;
      const lines = words
        .split('\n')
        .map(
          (line, index) =>
            `<text x="8" y="${(index + 1) * size * 1.5}" font-size="${size}" fill="${escaped(textOf(told.color))}">${escaped(line)}</text>`,
        );
      const ground = escaped(textOf(told.background)) || 'black';
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" data-program="${id}"><rect width="640" height="320" fill="${ground}"/>${lines.join('')}</svg>`;
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`);
