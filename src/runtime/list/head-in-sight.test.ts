// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { bringHeadIntoSight } from './head-in-sight.ts';

const FRAME = { left: 200, right: 800 };
/** Width of a column; the first stays at the start, the last at the end. */
const WIDTH = 100;

let heads: readonly HTMLElement[];
let holder: Element;
let body: Element;

const place = (element: Element, left: number, right: number) => {
  element.getBoundingClientRect = () => ({ left, right }) as DOMRect;
};

beforeEach(() => {
  const cells = Array.from({ length: 12 }, (_, index) =>
    index === 0
      ? 'ant-table-cell-fix ant-table-cell-fix-start'
      : index === 11
        ? 'ant-table-cell-fix ant-table-cell-fix-end'
        : '',
  );
  document.body.innerHTML = `<div class="ant-table-container">
    <div class="ant-table-header"><table><tr>${cells.map((name) => `<th class="${name}"></th>`).join('')}</tr></table></div>
    <div class="ant-table-body"></div></div>`;
  heads = [...document.querySelectorAll('th')];
  for (const [index, head] of heads.entries()) {
    Object.defineProperty(head, 'offsetLeft', { value: index * WIDTH });
    Object.defineProperty(head, 'offsetWidth', { value: WIDTH });
  }
  [holder, body] = ['.ant-table-header', '.ant-table-body'].map((name) => document.querySelector(name)) as [
    Element,
    Element,
  ];
  place(body, FRAME.left, FRAME.right);
  place(heads[0] as Element, FRAME.left, FRAME.left + WIDTH);
  place(heads[11] as Element, FRAME.right - WIDTH, FRAME.right);
});

const focus = (index: number) => bringHeadIntoSight(heads[index] as HTMLElement);

it('scrolls rows and heads at once, to the columns that stay', () => {
  focus(7);
  // The head ends where the last column begins: 800 - 100 = 200 + 700 + 100 - 300.
  expect([body.scrollLeft, holder.scrollLeft]).toEqual([300, 300]);
  focus(1);
  expect([body.scrollLeft, holder.scrollLeft]).toEqual([0, 0]);
});

it('takes the rows along where the browser has scrolled the heads by itself', () => {
  holder.scrollLeft = 250;
  focus(7);
  expect([body.scrollLeft, holder.scrollLeft]).toEqual([300, 300]);
});

it('leaves a head alone that is in sight, or that stays', () => {
  body.scrollLeft = 300;
  holder.scrollLeft = 300;
  focus(6);
  focus(11);
  expect([body.scrollLeft, holder.scrollLeft]).toEqual([300, 300]);
});
