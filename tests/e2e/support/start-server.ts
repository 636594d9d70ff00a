import { startProductServer } from './product-server.ts';

/** Before the first story: starts the server that all stories use, and tells the workers where it is. */
export default async function startServer(): Promise<() => Promise<void>> {
  const server = await startProductServer();
  process.env.ANLAN_E2E_URL = server.url;
  process.env.ANLAN_E2E_ADMIN_URL = server.adminUrl;
  return () => server.stop();
}
