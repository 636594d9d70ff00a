import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type FieldServices, FieldServicesProvider } from '../../../src/field-types/field-services.ts';
import { UiProvider } from '../../../src/ui/UiProvider.tsx';

/** Fetches nothing: what a field would ask for is refused. */
const services = new Proxy({} as FieldServices, { get: () => () => Promise.reject(new Error('测量时不取数据')) });

/** Who fills in the measured forms. */
export const me = {
  userId: '1',
  account: 'bench',
  realName: '测量员',
  deptId: '1',
  deptIds: ['1'],
  roles: ['employee'],
  tenantId: '645967',
};

let set: (content: ReactNode) => void = () => {};

function Stage() {
  const [content, setContent] = useState<ReactNode>(null);
  set = setContent;
  return content;
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider>
    <FieldServicesProvider value={services}>
      <Stage />
    </FieldServicesProvider>
  </UiProvider>,
);

/** Shows something as the page's only content, within the product's own surroundings. */
export function show(content: ReactNode): void {
  set(content);
}

/** Done once the browser has turned to its next task. */
export function task(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(0);
  });
}

/** Done once a frame has been painted. */
export async function painted(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await task();
}
