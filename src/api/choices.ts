import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStore } from '../core/stores.ts';
import { PREFERENCE_LIMITS, type Preferences } from '../core/wire/preferences.ts';
import { ApiError } from './faults.ts';
import { fetchPreferences, savePreference } from './preferences.ts';
import { session } from './session.ts';

/** Names under which is kept what a person chose. */
export const CHOICE = {
  /** `light`, `dark` or `system`. */
  theme: 'look.theme',
  /** `standard` or `compact`. */
  density: 'look.density',
  /** Pages that he starred, as JSON. */
  favourites: 'pages.favourites',
  /** Codes of the pages above whose list the figures are open, by commas. */
  openFigures: 'figures.open',
  /** `on` where new notices are heard. */
  sound: 'notices.sound',
  /** `off` where an attended list is not heard. */
  listSound: 'lists.sound',
  /** `folded` where the side menu shows icons only. */
  menu: 'menu.folded',
  /** `window` where tables are as high as the window leaves room for. */
  tableHeight: 'list.height',
  /** `whole` where long forms of a phone show all their sections at once. */
  formWay: 'form.way',
  /** How far the tour was: the number of the stop at which it was left, or `done`. */
  tour: 'tour',
  /** Tiles of the video wall and its cameras: `4|<id>,<id>`. */
  videoWall: 'video.wall',
} as const;

/** Name of the columns of a page's list. */
export const columnsChoice = (page: string): string => `columns.${page}`;

interface Choices {
  /** Whose they are; '' for nobody's. */
  readonly owner: string;
  /** Empty where a choice was taken back. */
  readonly values: Preferences;
  /** Names whose value the server does not have yet. */
  readonly unsent: readonly string[];
}

/** Where the choices of whoever signed in here last stand until the server has answered. */
const STORED_AS = 'anlan-choices';

/** Milliseconds of rest after which what was chosen is sent. */
const REST = 600;

/** What the person at the screen has chosen for himself. The server keeps it, this browser holds a copy. */
export const useOwnChoices = create<Choices>()(
  persist((): Choices => ({ owner: '', values: {}, unsent: [] }), {
    name: STORED_AS,
    storage: createJSONStorage(() => browserStore),
    version: 1,
  }),
);

globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === STORED_AS) void useOwnChoices.persist.rehydrate();
});
globalThis.window?.addEventListener('online', () => void sendChoices());

/** A choice of the person; '' where he made none. */
export const choiceOf = (name: string): string => useOwnChoices.getState().values[name] ?? '';

/** The same, for parts that follow it. */
export const useChoice = (name: string): string => useOwnChoices(({ values }) => values[name] ?? '');

const ownerNow = (): string => {
  const { tenantId, userInfo } = session();
  return userInfo === null ? '' : `${tenantId}/${userInfo.userId}`;
};

let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes a choice, or takes it back with ''. It holds here at once, and is sent once the choosing rests. */
export function choose(name: string, value: string): void {
  if (choiceOf(name) === value) return;
  useOwnChoices.setState(({ owner, values, unsent }) => ({
    owner: ownerNow() || owner,
    values: { ...values, [name]: value },
    unsent: [...unsent.filter((other) => other !== name), name],
  }));
  clearTimeout(timer);
  timer = setTimeout(() => void sendChoices(), REST);
}

/** Asks the server for the choices of whoever has just come in; those that it does not have yet stay, and are sent. */
export async function loadChoices(): Promise<void> {
  const owner = ownerNow();
  if (useOwnChoices.getState().owner !== owner) useOwnChoices.setState({ owner, values: {}, unsent: [] });
  const told = await fetchPreferences().catch(() => undefined);
  // Somebody else may have come in between; and where nothing was told, what stands here is the best there is.
  if (told === undefined || ownerNow() !== owner) return;
  useOwnChoices.setState(({ values, unsent }) => ({
    values: { ...told, ...Object.fromEntries(unsent.map((name) => [name, values[name] ?? ''])) },
  }));
  void sendChoices();
}

let sending: Promise<void> | undefined;

/** Sends what the server does not have; what cannot be sent now waits for the network or the next start. */
export function sendChoices(): Promise<void> {
  clearTimeout(timer);
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  for (;;) {
    const { owner, values, unsent } = useOwnChoices.getState();
    const [name] = unsent;
    if (name === undefined || session().token === '' || owner !== ownerNow()) return;
    const value = values[name] ?? '';
    if (value.length <= PREFERENCE_LIMITS.value && !(await isTaken(name, value))) return;
    useOwnChoices.setState((now) => ({
      // What was chosen anew meanwhile is sent once more.
      unsent:
        now.owner === owner && (now.values[name] ?? '') !== value
          ? now.unsent
          : now.unsent.filter((other) => other !== name),
    }));
  }
}

/** False where there was no answer; what the server refuses stays in this browser. */
async function isTaken(name: string, value: string): Promise<boolean> {
  try {
    await savePreference(name, value);
    return true;
  } catch (error) {
    return (
      error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
    );
  }
}
