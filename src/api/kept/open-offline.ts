/** Has the browser keep the program itself, so that it opens without a network; fulfilled once it is being fetched. */
export async function openOffline(): Promise<void> {
  await navigator.serviceWorker?.register('/sw.js');
}

/** Whether the program stands in a window of its own, as it does once it is installed. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;
}
