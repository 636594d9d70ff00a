/** What can take the focus within a field. */
export const FOCUSABLE = 'input, textarea, select, button, [tabindex]';

/** Scrolls an element to the middle of its view and focuses it, or the first thing in it that can be; in a table the faulty cell. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  const element = field?.closest('[data-field]')?.querySelector<HTMLElement>('td [aria-invalid="true"]') ?? field;
  if (element === null) return;
  element.scrollIntoView({ block: 'center', behavior: 'auto' });
  const target = element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE);
  (target ?? element).focus({ preventScroll: true });
}
