import { Button } from 'antd';
import { useState } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { runtimeText } from '../text.ts';
import { isAbsent, recordParts, shownFields } from './detail-sections.ts';
import { FieldGrid } from './FieldGrid.tsx';
import './detail.css';

/** What a record says: what a reader needs first, then the rest by section; empty fields are folded. */
export function RecordSections({ record }: { record: WireRecord }) {
  const { page, access, me } = useEntityPage();
  const [blanks, setBlanks] = useState(false);
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
