import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  currentLanguage,
  DEFAULT_LANGUAGE,
  followLanguage,
  type Language,
  preferredLanguage,
  TRANSLATIONS,
} from '../../../src/core/text/language.ts';
import { type Messages, provideMessages } from '../../../src/core/text/say.ts';
import { makeTraditional } from './make-traditional.ts';

const calls = new AsyncLocalStorage<Language>();
followLanguage(() => calls.getStore() ?? DEFAULT_LANGUAGE);

const root = path.join(import.meta.dirname, '../../..');

/** Files with the messages that core and server say; screens have tables of their own, which only browsers load. */
const messageFiles = (language: Language): readonly string[] => [
  path.join(root, 'src', 'locales', language, 'messages.json'),
  path.join(import.meta.dirname, 'locales', `${language}.json`),
];

function loadMessages(): void {
  makeTraditional(root, messageFiles('zh-TW'));
  for (const language of TRANSLATIONS) {
    for (const file of messageFiles(language)) {
      if (existsSync(file)) provideMessages(language, JSON.parse(readFileSync(file, 'utf8')) as Messages);
    }
  }
}
loadMessages();

/** Does a piece of work in a language; what it starts keeps the language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  return calls.run(language, work);
}

/** Language of a call, by its header `Accept-Language`. */
export function requestLanguage(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']);
}

/** Serves each call in the language that it asks for. Jobs and timers, which nobody calls, speak Chinese. */
export function registerLanguage(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => inLanguage(requestLanguage(request), done));
  // A body that arrived later comes in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => inLanguage(requestLanguage(request), done));
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header('content-language', currentLanguage());
  });
}
