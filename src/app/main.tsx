import { createRoot } from 'react-dom/client';
import { ApiError } from '../api/faults.ts';
import { isInstalled, openOffline } from '../api/kept/open-offline.ts';
import { App, createRouter } from './App.tsx';
import { speak, storedLanguage } from './i18n/load-language.ts';
import { warmEntry } from './routes/warm-up.ts';
import { adoptAddressSession } from './session/address-session.ts';

// A failed submit of a form rejects with the list of its messages, and a failed call was already told to the person.
window.addEventListener('unhandledrejection', (event) => {
  if (Array.isArray(event.reason) || event.reason instanceof ApiError) {
    event.preventDefault();
  }
});

const host = document.getElementById('root');
if (!host) {
  throw new Error('index.html has no element #root');
}

const root = createRoot(host);
// Where the texts of the chosen language cannot be loaded, Chinese is spoken.
const spoken = speak(storedLanguage()).catch(() => {});
const adoption = adoptAddressSession();
warmEntry();
// An installed program opens without a network, whatever page was installed from.
if (isInstalled()) void openOffline().catch(() => {});
void Promise.all([adoption, spoken]).then(([adopted]) =>
  // The router reads the address once, which is clean of tokens only now.
  root.render(<App router={createRouter({ arrived: adopted === 'adopted' })} handoverFailed={adopted === 'refused'} />),
);
