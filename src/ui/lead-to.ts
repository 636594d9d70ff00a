/** Milliseconds for which what a person was led to stands out. */
const STANDS_OUT = 4_000;
const MARK = 'led';

interface Led {
  readonly place: HTMLElement;
  readonly timer: ReturnType<typeof setTimeout>;
}

let led: Led | undefined;

/**
 * Marks a place that a person is led to, for a moment, so that he sees where in a long page he came to: a ring around a
 * button that a pointer was not at is not drawn, and one around a field among forty is easily missed. Only one place is
 * marked at a time. It is an attribute that nothing draws, so that what is drawn anew meanwhile keeps it.
 */
export function markLed(place: HTMLElement): void {
  if (led !== undefined) {
    clearTimeout(led.timer);
    delete led.place.dataset[MARK];
  }
  place.dataset[MARK] = '';
  const timer = setTimeout(() => {
    delete place.dataset[MARK];
    if (led?.place === place) led = undefined;
  }, STANDS_OUT);
  led = { place, timer };
}

/**
 * Leads a person to a place: it comes to the middle of its view, takes the focus and is marked.
 * @param target what takes the focus in it.
 */
export function leadTo(place: HTMLElement, target: HTMLElement = place): void {
  place.scrollIntoView({ block: 'center', behavior: 'auto' });
  target.focus({ preventScroll: true });
  markLed(place);
}
