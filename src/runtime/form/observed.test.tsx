// @vitest-environment jsdom
import { observable } from '@formily/reactive';
import { act, StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observed } from './observed.ts';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  place = document.createElement('div');
  root = createRoot(place);
});

afterEach(() => act(() => root.unmount()));

describe('a component that watches a model', () => {
  it('is drawn anew for what it read, once, and not for what it did not read', () => {
    const model = observable.shallow({ read: 1, other: 1 });
    let drawings = 0;
    const Shown = observed(() => {
      drawings += 1;
      return <p>{model.read}</p>;
    });
    act(() => root.render(<Shown />));
    act(() => {
      model.other = 2;
    });
    expect(drawings).toBe(1);
    act(() => {
      model.read = 2;
    });
    expect(drawings).toBe(2);
    expect(place.textContent).toBe('2');
  });

  it('shows what changed between its drawing and its coming onto the page', () => {
    const model = observable.shallow({ read: 1 });
    const Shown = observed(() => {
      useEffect(() => {
        model.read = 7;
      }, []);
      return <p>{model.read}</p>;
    });
    act(() => root.render(<Shown />));
    expect(place.textContent).toBe('7');
  });

  it('keeps watching where React mounts everything twice', () => {
    const model = observable.shallow({ read: 1 });
    const Shown = observed(() => <p>{model.read}</p>);
    act(() =>
      root.render(
        <StrictMode>
          <Shown />
        </StrictMode>,
      ),
    );
    act(() => {
      model.read = 3;
    });
    expect(place.textContent).toBe('3');
  });

  it('watches no more once it has left the page', () => {
    const model = observable.shallow({ read: 1 });
    let drawings = 0;
    const Shown = observed(() => {
      drawings += 1;
      return <p>{model.read}</p>;
    });
    act(() => root.render(<Shown />));
    act(() => root.render(<p />));
    act(() => {
      model.read = 2;
    });
    expect(drawings).toBe(1);
  });
});
