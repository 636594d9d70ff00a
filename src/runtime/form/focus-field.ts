import { leadTo } from '../../ui/lead-to.ts';

/** What can take the focus within a field. */
export const FOCUSABLE = 'input, textarea, select, button, [tabindex]';

/** Leads to a field of a form, or the first thing in it that takes the focus; in a table to the faulty cell. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  if (field === null) return;
  const whole = field.closest<HTMLElement>('[data-field]');
  const cell = whole?.querySelector<HTMLElement>('td [aria-invalid="true"]');
  const element = cell ?? field;
  const target = element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE);
  leadTo(cell?.closest('td') ?? whole ?? field, target ?? element);
}
