import type { Choice } from '../../src/core/field-type.ts';
import { choicesNamed } from '../../src/core/model/choice-titles.ts';
import type { FieldModel } from '../../src/core/model/entity-model.ts';
import type { Dictionary, MetadataSnapshot } from './snapshot.ts';

const ranksOf = new WeakMap<Dictionary, readonly { key: string; rank: number }[]>();

/** Ranks of a dictionary's keys, from 1; graver is greater. Without a said severity later choices are. */
export function dictionaryRanks(dictionary: Dictionary): readonly { readonly key: string; readonly rank: number }[] {
  let ranks = ranksOf.get(dictionary);
  if (ranks === undefined) {
    const { choices, severity } = dictionary;
    ranks = choices.map(({ key }, index) => ({
      key,
      rank: severity === 'descending' ? choices.length - index : index + 1,
    }));
    ranksOf.set(dictionary, ranks);
  }
  return ranks;
}

const optionChoices = new WeakMap<FieldModel, readonly Choice[]>();

/** Choices of a field: its own options in order, or its dictionary's; undefined where it has neither. */
export function choicesOf(snapshot: MetadataSnapshot, field: FieldModel): readonly Choice[] | undefined {
  const { options, dict } = field.property;
  if (options === undefined) return dict === undefined ? undefined : snapshot.dictionaries.get(dict)?.choices;
  let choices = optionChoices.get(field);
  if (choices === undefined) {
    choices = Object.entries(options)
      .sort(([, left], [, right]) => left.order - right.order)
      .map(([key, option]) => ({
        key,
        title: option.title,
        ...(option.color === undefined ? {} : { color: option.color }),
        ...(option.icon === undefined ? {} : { icon: option.icon }),
        ...(option.parent === undefined ? {} : { parent: option.parent }),
      }));
    optionChoices.set(field, choices);
  }
  return choices;
}

/** Choices that `labelOf` names, in Chinese, since what is stored is read by people of all languages. */
export function titledChoices(snapshot: MetadataSnapshot, named: string): readonly Choice[] | undefined {
  const chinese = snapshot.untranslated ?? snapshot;
  return choicesNamed(named, {
    dictionary: (code) => chinese.dictionaries.get(code)?.choices,
    entity: (key) => chinese.entities.get(key),
    choices: (field) => choicesOf(chinese, field),
  });
}

const titles = new WeakMap<readonly Choice[], ReadonlyMap<string, string>>();

/** Titles of choices by key. */
export function choiceTitles(choices: readonly Choice[]): ReadonlyMap<string, string> {
  let map = titles.get(choices);
  if (map === undefined) {
    map = new Map(choices.map(({ key, title }) => [key, title]));
    titles.set(choices, map);
  }
  return map;
}
