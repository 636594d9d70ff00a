import type { Place } from '../../src/core/dialect/walk/place.ts';

/** The least that may stand at a place, for a person to go on from. */
export function leastValue(place: Place | undefined, title: string): unknown {
  if (place === undefined) return {};
  // A word is as sound as it stands; what has to name something is not before a person has chosen it.
  const forms = place.branches.filter(({ marks }) => marks.authored !== true);
  const form =
    forms.find(({ node: { enum: words } }) => Array.isArray(words)) ??
    forms.find(({ properties }) => properties.size > 0) ??
    forms[0] ??
    place;
  const { node, marks, properties } = form;
  if (properties.size > 0) {
    const needed: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
    return Object.fromEntries(needed.map((name) => [name, leastValue(properties.get(String(name)), title)]));
  }
  if (marks.text !== undefined) return title;
  if (marks.expression === true) return 'true';
  if (Array.isArray(node.enum)) return node.enum[0];
  if (node.type === 'array') return form.items === undefined ? [] : [leastValue(form.items, title)];
  if (node.type === 'boolean') return true;
  return node.type === 'integer' || node.type === 'number' ? 10 : node.type === 'object' ? {} : '';
}
