/** What a person has chosen for himself, by name. */
export type Preferences = Readonly<Record<string, string>>;

/** How much is kept of a person: characters of a name and of a value, and names. */
export const PREFERENCE_LIMITS = { name: 64, value: 4_000, count: 200 } as const;
