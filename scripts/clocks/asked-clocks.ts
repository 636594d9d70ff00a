/** A place that asks this machine's clock, or shows a time in this machine's zone. */
interface AskedClock {
  readonly line: number;
  /** What stands there, `new Date()`. */
  readonly what: string;
}

/** The only module of the client that asks the browser's clock. */
const PLANT_CLOCK = 'src/api/plant-clock.ts';

/** The module in which antd's pickers get the plant's clock. */
const PICKERS = 'src/field-types/pickers.ts';

/** Whether a file of the client must take its times from the plant's clock: all code but that clock and tests. */
export function isClockFile(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.(?:test|generated)\.tsx?$/.test(path) && path !== PLANT_CLOCK;
}

/** The present time of this machine, in each way in which code asks for it. */
const NOW =
  /\bnew Date\(\s*\)|\bnew Date(?!\s*\()|(?<![\w.])Date\(\s*\)|\bDate\.now\b|\bdayjs\(\s*\)|\bdayjs\.utc\(\s*\)/g;

/** What reads or writes a moment in this machine's zone; formats of core are given theirs. */
const LOCAL =
  /\.toLocale(?:Date|Time)String\(|\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|\bdayjs\((?!\s*\))|\bIntl\.DateTimeFormat\b/g;

/** antd's own pickers take today and now from this machine. */
const ANTD = /\bimport\s*\{[^}]*\b(?:DatePicker|TimePicker|Calendar)\b[^}]*\}\s*from\s*'antd'/g;

/** The places of a file that take a shown time from the browser. Comments do not count. */
export function askedClocks(path: string, source: string): AskedClock[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const patterns = path.startsWith('src/core/') ? [NOW] : path === PICKERS ? [NOW] : [NOW, LOCAL, ANTD];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .sort((left, right) => left.index - right.index)
    .map(({ 0: found, index }) => ({
      line: text.slice(0, index).split('\n').length,
      what: found.startsWith('import') ? "import … from 'antd'" : found.replace(/^\./, '').replace(/\($/, '()'),
    }));
}
