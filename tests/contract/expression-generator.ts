/** Seeded random expressions that type-check, and random rows to run them over. */

type Random = () => number;

export type GeneratedType = 'number' | 'boolean' | 'text' | 'date' | 'dateTime' | 'time';

/** Column names by type, for the record and for its sub-table. */
export const RECORD: Record<GeneratedType, readonly string[]> = {
  number: ['amount', 'tiny', 'whole', 'huge', 'E', 'old.amount'],
  boolean: ['done', 'sure'],
  text: ['level', 'length', 'code', 'deptId.name', 'old.level'],
  date: ['issueDate', 'abolishDate'],
  dateTime: ['startTime', 'deadline'],
  time: ['opensAt', 'closesAt'],
};

const ROW: Record<GeneratedType, readonly string[]> = {
  number: ['q', 'Q', 'beta', 'parent.amount', 'parent.whole'],
  boolean: ['safe'],
  text: ['kind', 'parent.level'],
  date: ['made', 'parent.issueDate'],
  dateTime: ['sampleTime', 'parent.deadline'],
  time: ['at'],
};

/** Columns of other entities by type; both are small, so that evaluation has their rows at hand. */
export const ENTITIES: Readonly<Record<string, Readonly<Record<GeneratedType, readonly string[]>>>> = {
  limits: { number: ['most'], boolean: ['safe'], text: ['kind'], date: [], dateTime: [], time: [] },
  tiers: {
    number: ['lower', 'upper', 'rate'],
    boolean: ['open'],
    text: ['grade'],
    date: ['since'],
    dateTime: ['changed'],
    time: [],
  },
  nothing: { number: ['most'], boolean: [], text: ['kind'], date: ['since'], dateTime: [], time: [] },
};

/** Aggregates that may stand in each other. */
const MOST_NESTED = 3;

type Names = Readonly<Record<GeneratedType, readonly string[]>>;

/** Names inside the rows of an entity: its own, what stands outside as `parent`, and the record as `outer`. */
function namesInside(own: Names, outside: Names, record: Names): Names {
  const of = (type: GeneratedType): readonly string[] => [
    ...own[type],
    ...own[type],
    ...outside[type].filter((name) => !/^(?:old|outer)\./.test(name)).map((name) => `parent.${name}`),
    ...record[type].filter((name) => !name.startsWith('old.')).map((name) => `outer.${name}`),
  ];
  const types: readonly GeneratedType[] = ['number', 'boolean', 'text', 'date', 'dateTime', 'time'];
  return Object.fromEntries(types.map((type) => [type, of(type)])) as unknown as Names;
}

export const NUMBERS = [
  0, 1, -1, 2, 3, 7, 0.1, -0.5, 1.005, 2.675, 99.995, 0.000001, 123456.789, -99999999.99, 999999999999.99,
  // Halves below zero, and all the digits that the wire carries.
  -1.5, -2.5, -1.005, -0.00005, 123456789.012345, 0.123456789012345, -98765432109876.5, 999999999999999,
];
export const TEXTS = [
  '1',
  '2',
  '10',
  '一般',
  '重大隐患',
  '动火😀作业',
  '😀',
  '\ue000',
  'é',
  'ß',
  'İı',
  'aZ',
  'Az',
  '%_',
  'a\\b',
  "it's",
  '12.50',
  '-7',
  '1e3',
  ' 1',
  'ﬀ',
  '中',
];
export const DATES = [
  '2023-12-31',
  '2024-01-01',
  '2024-02-29',
  '2023-02-28',
  '2024-12-31',
  '2025-01-31',
  '2000-03-01',
  '0001-01-01',
  '9999-12-31',
  '1969-12-31',
  '2026-05-01',
];
export const TIMES = ['00:00:00', '00:00:01', '08:30:00', '12:00:00', '23:59:59'];
export const DATE_TIMES = DATES.flatMap((date) => TIMES.map((time) => `${date} ${time}`));
export const TAGS = [['1'], ['1', '2'], ['重大隐患', '😀'], ['%_', 'aZ', '10']];

export interface Generator {
  /** An expression of the type. */
  make(type: GeneratedType): string;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** How often a part is an aggregate over another entity: never, unless they are what is tried. */
const NO_ENTITIES = { number: 0, boolean: 0, text: 0, date: 0, dateTime: 0 };

/** Expressions over `RECORD`, with aggregates over the sub-table `chemicals` by `ROW` and over `ENTITIES`. */
export function createGenerator(random: Random, nested: typeof NO_ENTITIES = NO_ENTITIES): Generator {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (probability: number) => random() < probability;
  const quote = (text: string) => `'${text.replace(/[\\']/g, (char) => `\\${char}`)}'`;

  function literal(type: GeneratedType): string {
    switch (type) {
      case 'number':
        return String(pick(NUMBERS));
      case 'boolean':
        return pick(['true', 'false']);
      case 'text':
        return quote(pick(TEXTS));
      case 'date':
        return 'today()';
      case 'dateTime':
        return 'now()';
      case 'time':
        return 'coalesce(opensAt, closesAt)';
    }
  }

  class Maker {
    readonly names: Names;
    /** Aggregates around it. */
    readonly level: number;
    readonly inRows: boolean;

    constructor(names: Names, level: number) {
      this.names = names;
      this.level = level;
      this.inRows = level > 0;
    }

    leaf(type: GeneratedType): string {
      if (chance(0.03)) return `coalesce(null, ${pick(this.names[type])})`;
      if (type === 'time' || chance(0.75)) return pick(this.names[type]);
      return literal(type);
    }

    /** One side of a comparison: a date may be written as text. */
    other(type: GeneratedType, depth: number): string {
      if (chance(0.3)) {
        if (type === 'date') return quote(pick(DATES));
        if (type === 'dateTime') return quote(pick(DATE_TIMES));
        if (type === 'time') return quote(pick(TIMES));
      }
      return chance(0.05) ? 'null' : this.make(type, depth);
    }

    make(type: GeneratedType, depth: number): string {
      if (depth <= 0 || chance(0.1)) return this.leaf(type);
      const next = (wanted: GeneratedType) => this.make(wanted, depth - 1);
      if (chance(0.08)) return `(${next('boolean')} ? ${next(type)} : ${next(type)})`;
      if (chance(0.06)) return `coalesce(${next(type)}, ${next(type)})`;
      if (type !== 'boolean' && chance(0.06)) {
        const values = [next(type), next(type), ...(chance(0.3) ? [next(type)] : [])];
        return `${pick(['min', 'max'])}(${values.join(', ')})`;
      }
      if (type !== 'boolean' && type !== 'time' && !this.inRows && chance(0.06)) {
        return `${pick(['minOf', 'maxOf'])}(${this.rows()}, ${this.row(type, depth - 1)}${this.where(depth)})`;
      }
      if (this.level < MOST_NESTED && type !== 'time' && chance(nested[type])) return this.overEntity(type, depth - 1);
      switch (type) {
        case 'number':
          return this.number(depth, next);
        case 'boolean':
          return this.boolean(depth, next);
        case 'text':
          return this.text(next);
        case 'date':
          return this.date(next);
        case 'dateTime':
          return this.shifted(next('dateTime'), ['days', 'months', 'hours', 'minutes'], next);
        case 'time':
          return this.leaf('time');
      }
    }

    /** An aggregate over another entity, of which any part may hold further ones. */
    overEntity(type: Exclude<GeneratedType, 'time'>, depth: number): string {
      const entity = pick(Object.keys(ENTITIES));
      const own = ENTITIES[entity];
      if (own === undefined) throw new Error(entity);
      const inside = new Maker(namesInside(own, this.names, RECORD), this.level + 1);
      const of = (wanted: GeneratedType) => inside.make(wanted, Math.min(depth, 2));
      const where = chance(0.7) ? `, ${of('boolean')}` : '';
      const order = () => of(pick(['number', 'date', 'dateTime', 'text'] as const));
      const rows = `'${entity}'`;
      const plain = pick(['number', 'text', 'date', 'boolean'] as const);
      const choices: Record<typeof type, readonly (() => string)[]> = {
        number: [
          () => `sum(${rows}, ${of('number')}${where})`,
          () => `avg(${rows}, ${of('number')}${where})`,
          () => `count(${rows}${where})`,
          () => `${pick(['minOf', 'maxOf'])}(${rows}, ${of('number')}${where})`,
          () => `newest(${rows}, ${of('number')}, ${order()}${where})`,
          () => `size(valuesOf(${rows}, ${of(plain)}${where}))`,
        ],
        boolean: [
          () => `any(${rows}, ${of('boolean')})`,
          () => `all(${rows}, ${of('boolean')}${where})`,
          () => `includes(valuesOf(${rows}, ${of('text')}${where}), ${this.leaf('text')})`,
          () => `newest(${rows}, ${of('boolean')}, ${order()}${where})`,
          () => {
            const type = pick(['number', 'date', 'dateTime'] as const);
            return `overlapping(${rows}, ${of(type)}, ${of(type)}${where})`;
          },
        ],
        text: [
          () => `newest(${rows}, ${of('text')}, ${order()}${where})`,
          () => `${pick(['minOf', 'maxOf'])}(${rows}, ${of('text')}${where})`,
        ],
        date: [
          () => `newest(${rows}, ${of('date')}, ${order()}${where})`,
          () => `${pick(['minOf', 'maxOf'])}(${rows}, ${of('date')}${where})`,
        ],
        dateTime: [() => `newest(${rows}, ${of('dateTime')}, ${order()}${where})`],
      };
      return pick(choices[type])();
    }

    number(depth: number, next: (type: GeneratedType) => string): string {
      const date = () => next(pick(['date', 'dateTime']));
      const choices: (() => string)[] = [
        () => `(${next('number')} ${pick(['+', '-', '*', '/', '%'])} ${next('number')})`,
        () => `(${next('number')} ${pick(['+', '-', '*', '/', '%'])} ${next('number')})`,
        () => `(${next('number')} ${pick(['*', '/'])} ${next('number')})`,
        () => `-${next('number')}`,
        () => `${pick(['abs', 'floor', 'ceil', 'round'])}(${next('number')})`,
        () => `round(${next('number')}, ${pick(['0', '1', '2', '6', '-2'])})`,
        () => `${pick(['year', 'month', 'day', 'weekday'])}(${date()})`,
        () => `${pick(['daysBetween', 'hoursBetween', 'minutesBetween', 'workdays'])}(${date()}, ${date()})`,
        () => `length(${next('text')})`,
        () => `number(${next('text')})`,
        () => `rank('level', ${next('text')})`,
        () => `setting('limit')`,
      ];
      if (!this.inRows) {
        choices.push(
          () => `${pick(['sum', 'avg'])}(${this.rows()}, ${this.row('number', depth - 1)}${this.where(depth)})`,
          () =>
            `newest(${this.rows()}, ${this.row('number', depth - 1)}, ${this.row('dateTime', 0)}${this.where(depth)})`,
          () => `count(${this.rows()}${chance(0.6) ? `, ${this.row('boolean', depth - 1)}` : ''})`,
          () => `size(${pick(['tags', `latest(chemicals, sampleTime, kind, ${this.row('number', 0)})`])})`,
          () =>
            `lookup('limits', ${pick(['most', 'most + parent.amount'])}, ${pick(['kind == parent.level', 'most > parent.whole', 'safe'])})`,
        );
      }
      return pick(choices)();
    }

    boolean(depth: number, next: (type: GeneratedType) => string): string {
      const anyType = () => pick(['number', 'text', 'date', 'dateTime', 'time'] as const);
      const choices: (() => string)[] = [
        () => {
          const type = anyType();
          return `(${next(type)} ${pick(['==', '!=', '<', '<=', '>', '>='])} ${this.other(type, depth - 1)})`;
        },
        () => {
          const type = anyType();
          return `(${next(type)} ${pick(['==', '!=', '<', '<=', '>', '>='])} ${this.other(type, depth - 1)})`;
        },
        () => `(${next('boolean')} ${pick(['and', 'or'])} ${next('boolean')})`,
        () => `(${next('boolean')} ${pick(['and', 'or'])} ${next('boolean')})`,
        () => `not ${next('boolean')}`,
        () => `(${next('boolean')} ${pick(['==', '!='])} ${next('boolean')})`,
        () => {
          const type = anyType();
          const items = [this.other(type, depth - 1), this.other(type, 0), this.leaf(type)];
          return `(${next(type)} in [${items.join(', ')}])`;
        },
        () => `(${pick(this.names.text)} in ['1', '重大隐患', '😀'])`,
        () => `${pick(['contains', 'startsWith'])}(${next('text')}, ${next('text')})`,
        () => `${pick(['isNull', 'isEmpty'])}(${next(anyType())})`,
        () => `isHoliday(${next('date')})`,
        () => `hasRole(${next('text')})`,
        () => {
          const type = pick(['date', 'dateTime'] as const);
          return `overlaps(${next(type)}, ${next(type)}, ${next(type)}, ${next(type)})`;
        },
      ];
      if (!this.inRows) {
        choices.push(
          () => `any(${this.rows()}, ${this.row('boolean', depth - 1)})`,
          () => `all(${this.rows()}, ${this.row('boolean', depth - 1)}${this.where(depth)})`,
          () => {
            const type = pick(['number', 'date', 'dateTime', 'time'] as const);
            return `overlapping(${this.rows()}, ${this.row(type, depth - 1)}, ${this.row(type, depth - 1)}${this.where(depth)})`;
          },
          () => `includes(tags, ${next('text')})`,
          () => `(${next('text')} in tags)`,
          () => `isEmpty(tags)`,
          () =>
            `includes(latest(chemicals, ${this.row(pick(['dateTime', 'number'] as const), 1)}, ${this.row('text', 1)}, q), ${next('number')})`,
        );
      }
      return pick(choices)();
    }

    text(next: (type: GeneratedType) => string): string {
      const anyType = () => pick(['number', 'text', 'date', 'dateTime', 'time', 'boolean'] as const);
      return pick([
        () => `concat(${next(anyType())}, ${next(anyType())})`,
        () => `text(${next(anyType())})`,
        () => `${pick(['upper', 'lower'])}(${next('text')})`,
        () => `substring(${next('text')}, ${pick(['1', '2', '7'])}, ${pick(['1', '3', '4000'])})`,
        () => pick(['me.userId', 'me.deptId']),
      ])();
    }

    date(next: (type: GeneratedType) => string): string {
      if (chance(0.3)) return `dateOf(${next(pick(['date', 'dateTime']))})`;
      return this.shifted(next('date'), ['days', 'months'], next);
    }

    shifted(start: string, units: readonly string[], next: (type: GeneratedType) => string): string {
      const amount = chance(0.4) ? pick(['1', '-1', '12', '30', '1.5', '400000', '-0.5']) : next('number');
      return `(${start} ${pick(['+', '-'])} ${pick(units)}(${amount}))`;
    }

    rows(): string {
      if (chance(0.7)) return 'chemicals';
      return `latest(chemicals, ${this.row(pick(['dateTime', 'date', 'number'] as const), 1)}, ${this.row(pick(['text', 'boolean'] as const), 1)})`;
    }

    row(type: GeneratedType, depth: number): string {
      return new Maker(ROW, 1).make(type, Math.min(depth, 2));
    }

    /** A condition of an aggregate, or none. */
    where(depth: number): string {
      return chance(0.3) ? `, ${this.row('boolean', depth - 1)}` : '';
    }
  }

  const maker = new Maker(RECORD, 0);
  return { make: (type) => maker.make(type, 1 + Math.floor(random() * 5)), pick, chance };
}
