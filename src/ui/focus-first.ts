/** Gives the field the focus with which a dialog begins, unless the person is in another field of it already. */
export function focusFirst(field: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  const begun = activeElement?.matches('input, textarea') && field?.closest('[role="dialog"]')?.contains(activeElement);
  if (begun !== true) field?.focus();
}
