import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { leadTo } from '../../ui/lead-to.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { runtimeText } from '../text.ts';
import { isAbsent, recordParts, shownFields } from './detail-sections.ts';
import { FieldGrid, fieldSpot } from './FieldGrid.tsx';
import './detail.css';
import { whenThere } from '../../ui/when-there.ts';

/** A field that a message leads to; another one each time it is asked for. */
export interface SoughtField {
  readonly key: string;
}

interface RecordSectionsProps {
  readonly record: WireRecord;
  readonly sought?: SoughtField | undefined;
  /** What stands between what is needed first and the rest. */
  readonly between?: ReactNode;
}

/** What a record says: what a reader needs first, then the rest by section; empty fields are folded. */
export function RecordSections({ record, sought, between }: RecordSectionsProps) {
  const { page, access, me } = useEntityPage();
  const [blanks, setBlanks] = useState(false);
  useSought(sought, () => setBlanks(true));
  const isHidden = (field: string) => access(field, record) === 'hidden' || isAbsent(page, field, record, me);
  const { head, sections } = recordParts(page, isHidden);
  const empty = sections.reduce(
    (count, section) => count + section.fields.length - shownFields(page, section, record, false).length,
    0,
  );
  return (
    <>
      {head.length > 0 && (
        <PageContainer>
          <FieldGrid fields={head} record={record} head />
        </PageContainer>
      )}
      {between}
      <PageContainer>
        {sections.map((section) => {
          const fields = shownFields(page, section, record, blanks);
          if (fields.length === 0) return null;
          return (
            <section key={section.key} className="anlan-section" aria-label={section.title}>
              <h2 className="anlan-section-title">{section.title}</h2>
              <FieldGrid fields={fields} record={record} columns={section.columns} heading={section.title} />
            </section>
          );
        })}
        {empty > 0 && (
          <Button type="link" className="anlan-blanks" onClick={() => setBlanks(!blanks)} aria-expanded={blanks}>
            {blanks ? runtimeText('detail.hideEmpty') : runtimeText('detail.showEmpty', { count: empty })}
          </Button>
        )}
      </PageContainer>
    </>
  );
}

/** Brings a field that is asked for into sight, unfolding what is empty where it is among it. */
function useSought(sought: SoughtField | undefined, unfold: () => void): void {
  const open = useRef(unfold);
  open.current = unfold;
  useEffect(() => {
    if (sought === undefined) return;
    const spot = () => document.getElementById(fieldSpot(sought.key));
    if (spot() === null) open.current();
    return whenThere(spot, (place) => leadTo(place));
  }, [sought]);
}
