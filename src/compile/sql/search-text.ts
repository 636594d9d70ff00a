/**
 * Searching inside texts. PostgreSQL's trigrams find nothing shorter than three characters, and two are the commonest
 * search in Chinese; so the index holds the characters of the text, its pairs and its triples of neighbours: `安全生产` is
 * searched as `安全生` and `全生产`. Whether an array holds others an index tells without a look at the text, so that a row
 * that is found costs no call of the function; the text itself is compared afterwards.
 */

/** The function that indexes and queries share; PostgreSQL's half of `searchGrams`. */
export const SEARCH_FUNCTION = 'public.anlan_search_grams';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * DDL of the function. It is plpgsql so that the planner does not take it apart: only as a whole may it be called
 * leakproof, without which row-level security keeps it from using its index. Its cost keeps the planner from calling it
 * for rows.
 */
export function searchFunctionDdl(leakproof: boolean): string {
  return `create or replace function ${SEARCH_FUNCTION}(value text) returns text[]
    language plpgsql immutable strict parallel safe cost 10000${leakproof ? ' leakproof' : ''} as $body$
    declare
      single text[] := string_to_array(translate(value, '${CAPITALS}', '${CAPITALS.toLowerCase()}'), null);
      found text[] := single;
    begin
      for place in 2 .. cardinality(single) loop
        found := found || (single[place - 1] || single[place]);
        if place > 2 then
          found := found || (single[place - 2] || single[place - 1] || single[place]);
        end if;
      end loop;
      return found;
    end $body$`;
}

const LONGEST_GRAM = 3;

/** What the index must hold of a text that is searched: its triples of neighbours, of a shorter text that itself. */
export function searchGrams(text: string): readonly string[] {
  const single = [...text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())];
  if (single.length === 0) return [];
  const first = single.slice(0, Math.max(1, single.length - LONGEST_GRAM + 1));
  return [...new Set(first.map((_, place) => single.slice(place, place + LONGEST_GRAM).join('')))];
}

/** Pattern of LIKE that finds a text anywhere, its own wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
