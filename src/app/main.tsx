import { createRoot } from 'react-dom/client';
import { ApiError } from '../api/faults.ts';
import { App } from './App.tsx';
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
void adoptAddressSession().then((adopted) => root.render(<App handoverFailed={!adopted} />));
