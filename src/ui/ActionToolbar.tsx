import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import type { ReactNode } from 'react';
import { textWidth } from '../core/text/text-width.ts';
import { useUiText } from './text/texts.ts';

/** An action of a toolbar or a row. */
export interface ToolbarAction {
  readonly key: string;
  readonly label: string;
  readonly onClick: () => void;
  readonly icon?: ReactNode;
  /** The one likely action of the view. */
  readonly primary?: boolean;
  readonly disabled?: boolean;
  /** Busy: shows so and takes no second press. */
  readonly loading?: boolean;
  /** Why it is disabled, or what it does, on hover. */
  readonly hint?: string;
}

/** Buttons that stay visible where there are more than `TOOLBAR_LIMIT`. */
const TOOLBAR_VISIBLE = 3;

/** Most buttons that are shown side by side without a dropdown. */
const TOOLBAR_LIMIT = 4;

/** Splits actions into those shown and those in the dropdown: up to 4 side by side, of more only the first 3. */
export function splitActions<T>(actions: readonly T[]): { visible: readonly T[]; folded: readonly T[] } {
  return actions.length > TOOLBAR_LIMIT
    ? { visible: actions.slice(0, TOOLBAR_VISIBLE), folded: actions.slice(TOOLBAR_VISIBLE) }
    : { visible: actions, folded: [] };
}

/** Pixels that the buttons of a row take together at most; one stands there however wide it is. */
const ROW_WIDTH = 250;
/** Pixels around the word of a row's button. */
export const ROW_BUTTON_EDGES = 12;

/** Splits the actions of a row: up to 3 stay visible, as far as they do not crowd out what the row says; the rest folds. */
export function splitRowActions<T>(
  actions: readonly T[],
  widthOf: (action: T) => number,
): { visible: readonly T[]; folded: readonly T[] } {
  let used = 0;
  const fitting = actions.findIndex((action) => {
    used += widthOf(action) + ROW_BUTTON_EDGES;
    return used > ROW_WIDTH;
  });
  const most = Math.min(TOOLBAR_VISIBLE, fitting < 0 ? TOOLBAR_VISIBLE : Math.max(1, fitting));
  return { visible: actions.slice(0, most), folded: actions.slice(most) };
}

/** A row of actions: 3 shown and the rest in a dropdown when there are more than 4. `link` is the form for table rows. */
export function ActionToolbar({
  actions,
  variant = 'button',
  size = 'middle',
  label,
}: {
  actions: readonly ToolbarAction[];
  variant?: 'button' | 'link';
  size?: 'small' | 'middle';
  /** Name of the group for screen readers. */
  label?: string;
}) {
  const text = useUiText();
  const link = variant === 'link';
  const { visible, folded } = link ? splitRowActions(actions, ({ label }) => textWidth(label)) : splitActions(actions);
  if (actions.length === 0) {
    return null;
  }
  return (
    <Space size={link ? 4 : 8} wrap={!link} role="group" aria-label={label}>
      {visible.map((action) => (
        <Button
          key={action.key}
          type={link ? 'link' : action.primary ? 'primary' : 'default'}
          size={link ? 'small' : size}
          style={link ? { paddingInline: 4 } : undefined}
          disabled={action.disabled ?? false}
          loading={action.loading ?? false}
          icon={link ? undefined : action.icon}
          title={action.hint}
          onClick={(event) => {
            event.stopPropagation();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      ))}
      {folded.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: folded.map((action) => ({
              key: action.key,
              label: action.label,
              icon: action.icon,
              disabled: (action.disabled ?? false) || (action.loading ?? false),
              title: action.hint ?? '',
            })),
            onClick: ({ key, domEvent }) => {
              domEvent.stopPropagation();
              folded.find((action) => action.key === key)?.onClick();
            },
          }}
        >
          <Button
            type={link ? 'link' : 'default'}
            size={link ? 'small' : size}
            style={link ? { paddingInline: 4 } : undefined}
            onClick={(event) => event.stopPropagation()}
          >
            {text('action.more')}
            <DownOutlined />
          </Button>
        </Dropdown>
      ) : null}
    </Space>
  );
}
