/** Where the device of a person says that it is. */
export interface SiteFix {
  /** Degrees, −180 to 180. */
  readonly lng: number;
  /** Degrees, −90 to 90. */
  readonly lat: number;
  /** Metres around it within which the device says it is, by 95 in 100. */
  readonly accuracy: number;
  /** When it was found, by the plant's clock: ISO 8601 with its zone, `2026-05-01T01:00:00Z`. */
  readonly time: string;
}

/** How a person proves where he is, as `onSite` of the body of a transition or a vote: exactly one of the three. */
export type WireOnSite =
  | SiteFix
  /** What the tag of the place says. */
  | { readonly tag: string }
  /** Id of an uploaded photo, and why there are no coordinates. */
  | { readonly photo: string; readonly reason: string };

/** How it was proven where a step was taken, as it is kept with the step and sealed. */
export type ProvenSite = {
  /** What the place was called on that day; null where it has no name. */
  readonly name: string | null;
} & (
  | {
      readonly how: 'fix';
      readonly lng: number;
      readonly lat: number;
      readonly accuracy: number;
      readonly time: string;
      /** Metres outside the place; null where there was nothing to compare it with. */
      readonly metres: number | null;
    }
  | { readonly how: 'tag' }
  | { readonly how: 'photo'; readonly photo: string; readonly sha256: string | null; readonly reason: string }
);

/** What a step asks of whoever takes it about his place. */
export interface SiteAsk {
  /** What the place is called; null where it has no name. */
  readonly name: string | null;
  /** Whether its tag proves it. */
  readonly tag: boolean;
}
