import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';

/** Deepest nesting of a JSON body. */
const deepestNesting = 32;

/** Most entries of a list, and keys of an object, within a JSON body. */
const longestList = 10_000;

/** Most pairs of a form body. */
const mostPairs = 1_000;

/**
 * Reads JSON bodies, refusing such as nest deeper than 32 levels, hold `__proto__` or within them a list or an object of
 * more than 10,000 entries, and form bodies (`application/x-www-form-urlencoded`) as an object of texts; a name that
 * comes twice gives a list.
 */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const fault = shapeFault(String(body));
    if (fault === undefined) parseJson(request, String(body), done);
    else done(fault);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
}

/**
 * The pairs of a form body as an object without prototype. Throws tooManyParameters for more than 1,000, before any of
 * them is read.
 */
export function parseForm(text: string): Record<string, string | string[]> {
  if (holdsMoreThan(text, '&', mostPairs - 1)) throw new AnlanError('tooManyParameters', { limit: mostPairs });
  const form: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = form[name];
    if (before === undefined) form[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else form[name] = [before, value];
  }
  return form;
}

function holdsMoreThan(text: string, mark: string, limit: number): boolean {
  let found = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    found += 1;
    if (found > limit) return true;
  }
  return false;
}

// Parsing first would already cost what the limits are to save.
function shapeFault(text: string): AnlanError | undefined {
  let depth = 0;
  let quoted = false;
  const commas = new Uint32Array(deepestNesting + 1);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at += 1;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 44) {
      const found = (commas[depth] ?? 0) + 1;
      commas[depth] = found;
      // Keys of the body itself are for its call to name: those that it does not know, by name.
      if (found >= longestList && (depth > 1 || isList(text)))
        return new AnlanError('listTooLong', { limit: longestList });
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > deepestNesting) return new AnlanError('nestedTooDeep');
      commas[depth] = 0;
    } else if (code === 125 || code === 93) depth = Math.max(0, depth - 1);
  }
  return undefined;
}

function isList(text: string): boolean {
  return text.trimStart().startsWith('[');
}
