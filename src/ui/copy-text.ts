/**
 * Puts a text on the clipboard, as what a person has just pressed does. Over plain http, as within many plants, browsers
 * have no `navigator.clipboard`, only the command that copies. Rejects where the browser forbids both.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    // Who else listens would put what is marked in its place.
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  window.addEventListener('copy', give, true);
  try {
    if (!document.execCommand('copy')) throw new Error('The browser does not copy.');
  } finally {
    window.removeEventListener('copy', give, true);
  }
}
