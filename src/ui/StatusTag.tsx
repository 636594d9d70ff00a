import { ExclamationCircleFilled } from '@ant-design/icons';
import { MenuIcon } from './MenuIcon.tsx';
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
  icon,
}: {
  text: string;
  color?: string | undefined;
  grave?: boolean;
  /** Name of an icon in front of the word. Default none. */
  icon?: string | undefined;
}) {
  const ui = useUiText();
  return (
    <span className={styles.tag} data-colour={tagColour(color)} title={text}>
      {grave ? <ExclamationCircleFilled aria-label={ui('state.grave')} /> : null}
      {icon === undefined ? null : <MenuIcon name={icon} />}
      <span className={styles.word}>{text}</span>
    </span>
  );
}
