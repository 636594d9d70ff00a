import { patient } from '../../fixtures/patience.ts';
import { type Person, personOf } from './person.ts';
import { type ProductServer, startProductServer } from './product-server.ts';

const MINUTE = 60_000;
/** Minutes after which a session of the stories is opened anew, before it would have to be refreshed. */
const SESSION = 25;

/** The demo plant by a clock that a story moves on, and its people. */
export interface MovedPlant {
  /** The platform, without a slash at the end. */
  readonly url: string;
  /** Its data folder. */
  readonly dataDir: string;
  /** Somebody of the plant, signed in; anew where the clock has ended his last session. */
  as(account: string): Promise<Person>;
  /** Milliseconds since 1970 at the clock of the plant. */
  now(): number;
  /** Wall clock of the plant, some minutes from now: `YYYY-MM-DD HH:mm`. */
  wall(minutes?: number): string;
  /** Moves the clock on. */
  pass(minutes: number): Promise<void>;
}

/** The plant of a server whose clock can be moved. */
export async function movedPlant(server: ProductServer): Promise<MovedPlant> {
  // Every answer of the API says what time it is there.
  const { headers } = await fetch(`${server.url}/api/anlan-auth/oauth/captcha`);
  const began = headers.get('anlan-time');
  if (began === null) throw new Error('the server does not tell its time');
  let shift = Number(began) - Date.now();
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  const now = () => Date.now() + shift;
  return {
    url: server.url,
    dataDir: server.dataDir,
    async as(account) {
      const known = sessions.get(account);
      if (known !== undefined && now() < known.until) return known.person;
      const person = await personOf(server.url, account);
      sessions.set(account, { person, until: now() + SESSION * MINUTE });
      return person;
    },
    now,
    wall: (minutes = 0) => new Date(now() + (480 + minutes) * MINUTE).toISOString().slice(0, 16).replace('T', ' '),
    async pass(minutes) {
      await server.advance(minutes);
      shift += minutes * MINUTE;
    },
  };
}

/** Runs a worker's stories over a plant of their own whose clock begins now; what happens by itself waits for no machine. */
export async function withMovedPlant(stories: (plant: MovedPlant) => Promise<void>): Promise<void> {
  const server = await startProductServer({ from: 'now', env: { ANLAN_WATCH: '0' }, within: patient(120_000) });
  try {
    await stories(await movedPlant(server));
  } finally {
    await server.stop();
  }
}
