import type { BrowserContext, Request } from 'playwright/test';
import { expect } from './story.ts';

/** Milliseconds without a new question after which a page is taken to have all that it asks for by itself. */
const REST = 500;

/**
 * Follows what the pages of a context ask for, from now on, and gives a wait until all of it has come. The stream of
 * events counts for nothing: it stays open as long as its page, so that Playwright's `networkidle` may never come.
 */
export function followOutstanding(context: BrowserContext): () => Promise<void> {
  const outstanding = new Set<Request>();
  let moved = Date.now();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('-system/events')) return;
    outstanding.add(request);
    moved = Date.now();
  });
  const ended = (request: Request): void => {
    if (outstanding.delete(request)) moved = Date.now();
  };
  context.on('requestfinished', ended).on('requestfailed', ended);
  return async () => {
    const rests = () => [...outstanding].map((request) => request.url()).concat(Date.now() - moved < REST ? ['…'] : []);
    await expect.poll(rests).toEqual([]);
  };
}
