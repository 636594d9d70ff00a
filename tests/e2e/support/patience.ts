/**
 * How many times as long as usual stories wait (`ANLAN_PATIENCE=5`, default 1), for machines that do other work besides:
 * what still fails then is a race, not a lack of time.
 */
const PATIENCE = Math.max(1, Number(process.env.ANLAN_PATIENCE ?? 1) || 1);

/** Milliseconds, as many times as this run is patient. */
export const patient = (milliseconds: number): number => milliseconds * PATIENCE;
