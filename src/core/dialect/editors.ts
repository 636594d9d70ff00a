import { entityPlace, type Marks, type Place } from './walk/place.ts';

/** A keyword of a form, with the place of its value. */
interface EditedKeyword {
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
}

/**
 * What a person edits a place of an entity's file with. It says what is edited, and nothing of how it looks: the designer
 * draws each kind once, and needs no list of keywords.
 */
type Editor =
  /** Yes or no. */
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'number';
      readonly integer: boolean;
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
    }
  /** One of a few words of the dialect. */
  | { readonly kind: 'choice'; readonly values: readonly (string | number | boolean)[] }
  /** Words that people see, in Chinese, translated elsewhere. */
  | { readonly kind: 'caption'; readonly maxLength: number | undefined }
  /** Any other text, on one line or as a note. */
  | {
      readonly kind: 'text' | 'note';
      readonly pattern: string | undefined;
      readonly maxLength: number | undefined;
    }
  | { readonly kind: 'icon' }
  /** An expression: one that holds or not, or one that gives a value. */
  | { readonly kind: 'condition' | 'expression' }
  /** The name of a thing that stands elsewhere: a field, a state, a role. `knownNames` tells which there are. */
  | { readonly kind: 'name'; readonly of: string; readonly called: string; readonly besides: readonly string[] }
  /** The name of the thing that stands here, chosen once. */
  | { readonly kind: 'identity'; readonly of: string; readonly called: string }
  /** A value of the kind that the field around it holds, or JSON that only its reader understands. */
  | { readonly kind: 'value' }
  /** What is always the same. */
  | { readonly kind: 'fixed'; readonly value: unknown }
  /** Entries in order; of names it is a choice of several. */
  | { readonly kind: 'list'; readonly items: Place; readonly most: number | undefined }
  /** Entries under keys. */
  | {
      readonly kind: 'map';
      readonly keys: Place | undefined;
      readonly entries: Place;
      readonly names: Naming | undefined;
    }
  /** Keywords side by side. */
  | { readonly kind: 'form'; readonly keywords: readonly EditedKeyword[] }
  /** One of several forms. */
  | { readonly kind: 'alternatives'; readonly forms: readonly Place[] };

/** Things of which a map's keys are the names. */
interface Naming {
  readonly of: string;
  readonly called: string;
}

/** The editor of a place, as its form and its marks say it; undefined where they do not, so that `x-editor` has to. */
export function editorOf(place: Place): Editor | undefined {
  const { marks, node, branches } = place;
  if (marks.editor !== undefined) return markedEditor(marks.editor, node);
  if (branches.length > 0) return { kind: 'alternatives', forms: branches };
  if (node.const !== undefined) return { kind: 'fixed', value: node.const };
  if (Array.isArray(node.enum)) return { kind: 'choice', values: node.enum };
  if (marks.expression === true) return { kind: 'expression' };
  if (marks.text !== undefined) return { kind: 'caption', maxLength: numberIn(node, 'maxLength') };
  const { names, defines, called = '', besides = [] } = marks;
  if (defines !== undefined) return { kind: 'identity', of: defines, called };
  if (names !== undefined) return { kind: 'name', of: names, called, besides };
  return editorOfType(place);
}

function markedEditor(editor: NonNullable<Marks['editor']>, node: Place['node']): Editor {
  return editor === 'note' ? { kind: 'note', ...textLimits(node) } : { kind: editor };
}

function editorOfType(place: Place): Editor | undefined {
  const { node, items } = place;
  switch (node.type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        integer: node.type === 'integer',
        minimum: numberIn(node, 'minimum'),
        maximum: numberIn(node, 'maximum'),
      };
    case 'string':
      return { kind: 'text', ...textLimits(node) };
    case 'array':
      return items === undefined ? undefined : { kind: 'list', items, most: numberIn(node, 'maxItems') };
    case 'object':
      return editorOfObject(place);
    default:
      return undefined;
  }
}

function editorOfObject({ node, properties, keys, entries, marks }: Place): Editor | undefined {
  const needed: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
  if (properties.size > 0) {
    const keywords = [...properties].map(([name, place]) => ({ name, place, required: needed.includes(name) }));
    return { kind: 'form', keywords };
  }
  if (entries === undefined) return undefined;
  const of = marks.keys ?? keys?.marks.names ?? keys?.marks.defines;
  const called = keys?.marks.called ?? marks.called ?? '';
  return { kind: 'map', keys, entries, names: of === undefined ? undefined : { of, called } };
}

function textLimits(node: Place['node']) {
  const pattern = typeof node.pattern === 'string' ? node.pattern : undefined;
  return { pattern, maxLength: numberIn(node, 'maxLength') };
}

function numberIn(node: Place['node'], keyword: string): number | undefined {
  const value = node[keyword];
  return typeof value === 'number' ? value : undefined;
}

/**
 * The places that a path of an entity's file may mean, in each form that the values on the way may have; none where the
 * dialect knows nothing of it.
 * @param from the place at which the path begins. Default the whole file.
 */
export function placesAt(path: readonly (string | number)[], from: Place = entityPlace()): readonly Place[] {
  const forms = formsOf(from);
  const [step, ...rest] = path;
  if (step === undefined) return forms;
  return forms.flatMap((form) => {
    const below = typeof step === 'number' ? form.items : (form.properties.get(step) ?? form.entries);
    return below === undefined ? [] : placesAt(rest, below);
  });
}

/** A place in each of its forms. */
function formsOf(place: Place): readonly Place[] {
  return place.branches.length === 0 ? [place] : place.branches.flatMap(formsOf);
}
