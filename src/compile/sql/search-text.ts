/**
 * Searching inside texts. PostgreSQL's trigrams find nothing shorter than three characters, and two are the commonest
 * search in Chinese; so the index holds the text with a separator around each character, in which one character of the
 * text is a trigram already: `安全` is searched as `ꞏ安ꞏ全ꞏ`.
 */
const SEPARATOR = 'ꞏ';

/** The function that indexes and queries share; PostgreSQL's half of `searchText`. */
export const SEARCH_FUNCTION = 'public.anlan_search_text';

/**
 * DDL of the function. It is plpgsql so that the planner does not take it apart: only as a whole may it be called
 * leakproof, without which row-level security keeps it from using its index.
 */
export function searchFunctionDdl(leakproof: boolean): string {
  return `create or replace function ${SEARCH_FUNCTION}(value text) returns text
    language plpgsql immutable strict parallel safe${leakproof ? ' leakproof' : ''} as $body$
    begin
      return '${SEPARATOR}' || regexp_replace(
        translate(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'), '(.)', '\\1${SEPARATOR}', 'g');
    end $body$`;
}

/** A text as the index holds it: Latin capitals made small, a separator around each character. */
export function searchText(text: string): string {
  const small = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return SEPARATOR + [...small].map((character) => character + SEPARATOR).join('');
}

/** Pattern of LIKE that finds a text anywhere, its own wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
