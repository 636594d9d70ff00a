// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { focusField } from './focus-field.ts';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  document.body.innerHTML = `
    <div data-field="name"><label>名称</label><input id="f-name"></div>
    <div data-field="files"><div id="f-files"><button id="add">上传</button></div></div>
    <div data-field="rows"><div id="f-rows"><table><tbody><tr>
      <td id="good"><input></td><td id="bad"><input id="wrong" aria-invalid="true"></td>
    </tr></tbody></table></div></div>`;
});

/** What is marked, by its field or id, and what has the focus. */
function led(id: string): readonly unknown[] {
  focusField(id);
  const marks = [...document.querySelectorAll<HTMLElement>('[data-led]')];
  return [marks.map(({ id: own, dataset }) => dataset.field ?? own), document.activeElement?.id];
}

describe('a field that a message leads to', () => {
  it('is marked with its label and takes the focus', () => expect(led('f-name')).toEqual([['name'], 'f-name']));
  it('gives the focus to the first thing in it that takes it', () =>
    expect(led('f-files')).toEqual([['files'], 'add']));
  it('with rows is the cell that is wrong', () => expect(led('f-rows')).toEqual([['bad'], 'wrong']));
  it('that is not there marks nothing new', () => {
    led('f-name');
    expect(led('f-none')).toEqual([['name'], 'f-name']);
  });
});
