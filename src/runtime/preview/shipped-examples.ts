import index from '../../../schemas/examples/index.json' with { type: 'json' };

/** A shipped example: a small entity file that shows one field type or one group of keywords. */
export interface PlaygroundExample {
  /** Name of its file without ending. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

/** Examples that stand together in the list. */
interface ExampleGroup {
  readonly title: string;
  readonly examples: readonly PlaygroundExample[];
}

const files = import.meta.glob<string>('../../../schemas/examples/*.entity.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const byName = new Map<string, PlaygroundExample>(
  Object.entries(files).map(([file, text]) => {
    const name = file.replace(/^.*\//, '').replace(/\.entity\.json$/, '');
    const { title, description } = JSON.parse(text) as { title: string; description?: string };
    return [name, { name, title, description: description ?? '', text }];
  }),
);

/** All shipped examples in the order of their index. */
export const exampleGroups: readonly ExampleGroup[] = index.groups.map(({ title, examples }) => ({
  title,
  examples: examples.flatMap((name) => byName.get(name) ?? []),
}));

/** The example of a name; undefined where none is shipped. */
export function exampleOf(name: string): PlaygroundExample | undefined {
  return byName.get(name);
}

/** The example that the playground opens with. */
export function firstExample(): PlaygroundExample {
  const first = exampleGroups[0]?.examples[0];
  if (first === undefined) throw new Error('schemas/examples/index.json names no example');
  return first;
}

/** Groups with the examples that hold all words of a search, in title, description or JSON; all for an empty one. */
export function searchExamples(keyword: string): readonly ExampleGroup[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return exampleGroups;
  return exampleGroups
    .map((group) => ({
      ...group,
      examples: group.examples.filter(({ name, title, text }) => {
        const whole = `${group.title} ${name} ${title} ${text}`.toLowerCase();
        return words.every((word) => whole.includes(word));
      }),
    }))
    .filter(({ examples }) => examples.length > 0);
}
