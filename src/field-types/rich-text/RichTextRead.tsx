import { createElement, type ReactNode, useMemo } from 'react';
import { parseRichText } from '../../core/rich-text/parse-rich-text.ts';
import type { RichNode } from '../../core/rich-text/rich-node.ts';
import './rich-text.css';

function element(node: RichNode): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return createElement('br');
  const attributes =
    node.tag === 'a' ? { href: node.href, target: '_blank', rel: 'noopener noreferrer nofollow' } : null;
  // Children as arguments need no keys: the text is never reordered.
  return createElement(node.tag, attributes, ...node.children.map(element));
}

/** Rich text as React elements made from its tree: no markup ever reaches the browser's own reader. */
export function RichTextRead({ markup }: { markup: string }) {
  const content = useMemo(() => parseRichText(markup).map(element), [markup]);
  return createElement('div', { className: 'anlan-rich' }, ...content);
}
