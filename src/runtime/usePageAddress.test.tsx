// @vitest-environment jsdom
import { act, use } from 'react';
import { createBrowserRouter, Route, RouterProvider, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { mounted } from '../../tests/fixtures/mounted.ts';
import { usePageAddress } from './usePageAddress.ts';

const page = mounted();
let search: (keyword: string) => void;

function List() {
  const [parameters, change] = usePageAddress();
  search = (keyword) => change({ keyword }, { replace: true });
  return <p>列表{parameters.get('keyword')}</p>;
}

it('a search that rested while the next page is still being drawn does not bring the list back', async () => {
  let arrive: () => void = () => undefined;
  const record = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  function Record() {
    use(record);
    return <p>记录</p>;
  }
  window.history.replaceState(null, '', '/list');
  // As in the application: one route of the router for all, and the pages below it.
  const pages = (
    <Routes>
      <Route path="/list" element={<List />} />
      <Route path="/list/view/1" element={<Record />} />
    </Routes>
  );
  const router = createBrowserRouter([{ path: '*', element: pages }]);
  await page.settle(<RouterProvider router={router} />);
  await act(async () => search('泵'));
  expect(page.host.textContent).toBe('列表泵');
  await act(async () => router.navigate('/list/view/1'));
  // The list stands there until the record has come, and hears of the text that was typed before.
  expect(page.host.textContent).toBe('列表泵');
  await act(async () => search('泵房'));
  await act(async () => arrive());
  expect(page.host.textContent).toBe('记录');
  expect(router.state.location.pathname).toBe('/list/view/1');
  // Back, it is changed again.
  await act(async () => router.navigate('/list'));
  await act(async () => search('阀'));
  expect(page.host.textContent).toBe('列表阀');
});
