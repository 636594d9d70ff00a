/** What a person has chosen for himself, by name. */
export type Preferences = Readonly<Record<string, string>>;

/** How much is kept of a person; a value has at most 500 characters, as every argument of a call. */
export const PREFERENCE_LIMITS = { name: 64, count: 100 } as const;
