import type { ReactNode } from 'react';

interface PlainItemProps {
  /** Id of the focusable element; what is wrong with it stands under `<id>-help`. */
  readonly id: string;
  readonly title: string;
  readonly required?: boolean;
  readonly fault: string | undefined;
  readonly children: ReactNode;
}

/** Label, input and fault of something that is entered outside a record's form, looking as it would there. */
export function PlainItem({ id, title, required = false, fault, children }: PlainItemProps) {
  return (
    <div className="anlan-item anlan-item-full">
      <label className={required ? 'anlan-label anlan-label-required' : 'anlan-label'} htmlFor={id}>
        <span className="anlan-label-text">{title}</span>
      </label>
      <div className="anlan-control">
        {children}
        {fault !== undefined && (
          <div id={`${id}-help`} className="anlan-fault" role="alert">
            {fault}
          </div>
        )}
      </div>
    </div>
  );
}
