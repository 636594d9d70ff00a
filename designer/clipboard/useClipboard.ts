import { App } from 'antd';
import { useEffect, useRef } from 'react';
import type { OverlayAddress, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { useKeywordName } from '../properties/captioned.ts';
import type { Designed } from '../session/useDesign.ts';
import { type ClipFault, copiedThings, isClip, parseClip } from './clip.ts';
import { type Dropped, pasteOf } from './paste.ts';
import { useClipboardText } from './texts.ts';

/** Seconds for which is shown what was not brought along. */
const LONG = 10;

/** Copies what is chosen and pastes it behind what is chosen, by Ctrl+C and Ctrl+V or by buttons. */
export function useClipboard(given: {
  readonly design: Designed;
  readonly selected: readonly OverlayAddress[];
  readonly place: OverlayPlace;
  onAct(edits: readonly OverlayEdit[]): string | undefined;
  onPasted(things: readonly OverlayAddress[]): void;
}): { copy(): void; paste(): void } {
  const text = useClipboardText();
  const nameOf = useKeywordName();
  const { message } = App.useApp();
  const tell = (found: ClipFault) => {
    const said =
      found.fault === 'locked'
        ? found.clause === undefined
          ? text('fault.locked', { title: found.title })
          : text('fault.clause', { title: found.title, clause: found.clause })
        : found.fault === 'wrong'
          ? text('fault.wrong', { at: found.at })
          : text(`fault.${found.fault}`);
    void message.warning(said);
  };
  const tellDropped = (dropped: readonly Dropped[]) => {
    const said = dropped.map(({ field, keyword, name, reason }) =>
      text(`dropped.${reason}`, { field, keyword: nameOf(keyword), name }),
    );
    if (said.length > 0) void message.warning(said.join('；'), LONG);
  };
  /** What is copied, as text; undefined where nothing can be, which the person has been told. */
  const clipText = (): string | undefined => {
    const { design, selected } = given;
    const clip = copiedThings(design.entity, design.base.entity, selected);
    if ('fault' in clip) {
      tell(clip);
      return undefined;
    }
    void message.success(text('copied', { count: clip.fields.length }));
    return JSON.stringify(clip);
  };
  const take = (pasted: string) => {
    const clip = parseClip(pasted);
    if ('fault' in clip) {
      tell(clip);
      return;
    }
    const { edits, things, fields, dropped } = pasteOf(clip, given.design.entity, given.place);
    if (given.onAct(edits) !== undefined) return;
    given.onPasted(things);
    void message.success(text('pasted', { count: fields }));
    tellDropped(dropped);
  };
  const latest = useRef({ clipText, take });
  latest.current = { clipText, take };
  useEffect(() => {
    const copied = (event: ClipboardEvent) => {
      if (isMarking(event.target)) return;
      const clip = latest.current.clipText();
      if (clip === undefined) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', clip);
    };
    const pasted = (event: ClipboardEvent) => {
      const given = event.clipboardData?.getData('text/plain') ?? '';
      // Any other text belongs to the box that it is pasted into.
      if (!isClip(given) && isWritten(event.target)) return;
      event.preventDefault();
      latest.current.take(given);
    };
    document.addEventListener('copy', copied);
    document.addEventListener('paste', pasted);
    return () => {
      document.removeEventListener('copy', copied);
      document.removeEventListener('paste', pasted);
    };
  }, []);
  return {
    // The only way that needs no permission, and works without HTTPS.
    copy: () => void document.execCommand('copy'),
    paste: () => {
      const refused = () => void message.info(text('paste.keys'));
      if (navigator.clipboard?.readText === undefined) refused();
      else navigator.clipboard.readText().then((found) => latest.current.take(found), refused);
    },
  };
}

function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Whether a text is marked, or something stands open above the workbench, so that copying means that. */
function isMarking(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('[role="dialog"]') !== null) return true;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return target.selectionStart !== target.selectionEnd;
  }
  return window.getSelection()?.isCollapsed === false;
}
