import type { ReactNode } from 'react';
import './tool-parts.css';

/** Parts of a tool beside each other, each scrolled by itself; below each other on a narrow page. */
export function ToolParts({ className, children }: { className: string; children: ReactNode }) {
  return <div className={`anlan-parts ${className}`}>{children}</div>;
}

/** One of them. */
export function ToolPart({
  name,
  shown,
  children,
}: {
  name: string;
  /** Name of the only one that is seen. Default all are. */
  shown: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="anlan-part" data-name={name} hidden={shown !== undefined && shown !== name}>
      {children}
    </div>
  );
}
