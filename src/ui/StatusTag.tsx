import { ExclamationCircleFilled } from '@ant-design/icons';
import styles from './StatusTag.module.css';
import { useUiText } from './text/texts.ts';
import type { TagColour } from './theme/palette.ts';

const PRESETS: Readonly<Record<string, TagColour>> = {
  red: 'red',
  error: 'red',
  danger: 'red',
  volcano: 'red',
  magenta: 'red',
  orange: 'orange',
  warning: 'orange',
  gold: 'yellow',
  yellow: 'yellow',
  lime: 'green',
  green: 'green',
  success: 'green',
  blue: 'blue',
  geekblue: 'blue',
  processing: 'primary',
  primary: 'primary',
  cyan: 'primary',
  teal: 'primary',
  purple: 'primary',
  grey: 'grey',
  gray: 'grey',
  default: 'grey',
};

/** Colour of our tags for a colour name of a dictionary or state; grey where it is unknown. */
export function tagColour(name: string | undefined): TagColour {
  return PRESETS[(name ?? '').toLowerCase()] ?? 'grey';
}

/** A state or grade: always a word, with a colour, and with an icon where it is grave. */
export function StatusTag({
  text,
  color,
  grave = false,
}: {
  text: string;
  color?: string | undefined;
  grave?: boolean;
}) {
  const ui = useUiText();
  return (
    <span className={styles.tag} data-colour={tagColour(color)} title={text}>
      {grave ? <ExclamationCircleFilled aria-label={ui('state.grave')} /> : null}
      <span className={styles.word}>{text}</span>
    </span>
  );
}
