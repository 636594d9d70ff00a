/** How tests and benches start Chromium: Debian's, or the one that `CHROMIUM_PATH` names; it never reaches outside. */
export function chromiumOptions(): { executablePath: string; args: string[]; headless: boolean } {
  return {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
