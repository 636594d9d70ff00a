import styles from './states.module.css';

/** Days, months and times of day, as they are written everywhere. */
const DATES = /(?<!\d)(\d{4}-\d{2}(?:-\d{2})?(?:[ T]\d{2}:\d{2}(?::\d{2})?)?)(?!\d)/;

/** A text whose dates do not break at their hyphens where the line ends. */
export function Unbroken({ text }: { text: string }) {
  return text.split(DATES).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
      <span key={index} className={styles.unbroken}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
