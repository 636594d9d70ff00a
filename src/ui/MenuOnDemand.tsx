import { Dropdown, type MenuProps } from 'antd';
import { cloneElement, type ReactElement, useRef, useState } from 'react';
import './menu-on-demand.css';

interface MenuOnDemandProps {
  readonly items: NonNullable<MenuProps['items']>;
  /** The button that opens it. */
  readonly children: ReactElement<{
    onClick?: () => void;
    ref?: React.Ref<HTMLButtonElement>;
    'aria-haspopup'?: 'menu';
    'aria-expanded'?: boolean;
  }>;
}

/** A menu that is made when its button is pressed: for buttons of which hundreds stand on a page. */
export function MenuOnDemand({ items, children }: MenuOnDemandProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shut = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span className="anlan-menu-on-demand">
      {cloneElement(children, {
        ref: button,
        onClick: () => setOpen(true),
        'aria-haspopup': 'menu',
        'aria-expanded': open,
      })}
      {open && (
        <Dropdown
          open
          autoFocus
          trigger={['click']}
          menu={{ items, onClick: shut }}
          onOpenChange={(is) => !is && shut()}
        >
          <span className="anlan-menu-on-demand-place" aria-hidden />
        </Dropdown>
      )}
    </span>
  );
}
