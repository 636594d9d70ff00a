/** Milliseconds for which what is still to be read or drawn is waited for. */
const COMES_WITHIN = 30_000;

/** What a person does who has gone on to something else. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Does something once when the person does anything; gives what ends the listening. */
export function onceActing(then: () => void): () => void {
  const heard = (): void => {
    leave();
    then();
  };
  const leave = (): void => {
    for (const act of ACTS) window.removeEventListener(act, heard);
  };
  for (const act of ACTS) window.addEventListener(act, heard, { passive: true });
  return leave;
}

/**
 * Does something with a part of the page as soon as it is there, at the earliest with the next frame: what was asked for
 * may be drawn much later where a machine is slow or rows are still on their way. Nothing is done once the person has gone
 * on to something else, nor after 30 s.
 * @returns what ends the waiting.
 */
export function whenThere<E extends object>(find: () => E | null | undefined, then: (found: E) => void): () => void {
  const until = performance.now() + COMES_WITHIN;
  let frame = 0;
  // From the first frame on: the press by which it is asked for is still on its way up to the window.
  let leave: (() => void) | undefined;
  const look = (): void => {
    leave ??= onceActing(() => cancelAnimationFrame(frame));
    const found = find() ?? undefined;
    if (found === undefined && performance.now() < until) {
      frame = requestAnimationFrame(look);
      return;
    }
    leave();
    if (found !== undefined) then(found);
  };
  frame = requestAnimationFrame(look);
  return () => {
    leave?.();
    cancelAnimationFrame(frame);
  };
}
