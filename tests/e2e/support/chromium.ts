/** What Playwright switches off. The switch is taken once: what is given beside it would put it out of force. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Two pages of Chromium's own, which each new window draws behind its address bar: a renderer each, and nearly a third
 * of what a story computes for its first list.
 */
const BEHIND_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

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
      `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...BEHIND_ADDRESS_BAR].join(',')}`,
    ],
  };
}
