const STORE = 'anlan-labels';
const LIMIT = 500;

let labels: Map<string, string> | undefined;

function all(): Map<string, string> {
  if (labels !== undefined) return labels;
  labels = new Map();
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
    if (Array.isArray(stored)) labels = new Map(stored as [string, string][]);
  } catch {
    // Without storage, or with a damaged one, the names are asked for again.
  }
  return labels;
}

/** Remembers the name of a record, so that a filter kept in the address can show it after a reload of this tab. */
export function rememberLabel(target: string, id: string, label: string): void {
  const known = all();
  const key = `${target}/${id}`;
  if (known.get(key) === label) return;
  known.delete(key);
  known.set(key, label);
  for (const oldest of known.keys()) {
    if (known.size <= LIMIT) break;
    known.delete(oldest);
  }
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...known]));
  } catch {
    // A full or forbidden storage only costs the name after a reload.
  }
}

/** The remembered name of a record. */
export function knownLabel(target: string, id: string): string | undefined {
  return all().get(`${target}/${id}`);
}
