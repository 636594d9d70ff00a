import { PictureOutlined } from '@ant-design/icons';
import { Pagination } from 'antd';
import { useState } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { picturesOf, storedFiles } from '../../field-types/upload/stored-files.ts';
import { RecordActions } from '../../runtime/actions/RecordActions.tsx';
import { useShownView } from '../../runtime/EntityContext.ts';
import { totalText } from '../../runtime/list/total-text.ts';
import { RecordTile } from '../../runtime/view/RecordTile.tsx';
import { useView } from '../../runtime/view/useView.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import type { CardsSettings } from './definition.ts';
import { CARDS, query } from './query.ts';
import { useCardsText } from './text.ts';
import './cards.css';

/** Records as cards with a picture, by pages. */
export function CardsPage() {
  const { view } = useShownView();
  const settings = view.settings as CardsSettings;
  const [current, setCurrent] = useState(1);
  const shown = useView(query, { _offset: String((current - 1) * CARDS) });
  // Other filters begin at the first page.
  const asked = JSON.stringify(shown.list.state);
  const [seen, setSeen] = useState(asked);
  if (seen !== asked) {
    setSeen(asked);
    setCurrent(1);
  }
  return (
    <ViewFrame view={shown} isEmpty={({ records }) => records.length === 0}>
      {({ records, total, totalCapped }) => (
        <>
          <ul className="anlan-kc-cards">
            {records.map((record) => (
              <li key={record.id} className="anlan-kc-card">
                {settings.cover !== undefined && <Cover record={record} field={settings.cover} />}
                <div className="anlan-kc-body">
                  <RecordTile
                    record={record}
                    fields={settings.lines}
                    foot={
                      <div className="anlan-kc-foot">
                        <RecordActions record={record} variant="card" />
                      </div>
                    }
                  />
                </div>
              </li>
            ))}
          </ul>
          {total > CARDS && (
            <Pagination
              align="center"
              current={current}
              pageSize={CARDS}
              total={total}
              showSizeChanger={false}
              showTotal={() => totalText({ total, totalCapped, slowOrder: false })}
              onChange={setCurrent}
            />
          )}
        </>
      )}
    </ViewFrame>
  );
}

/** The first picture; a place of the same size where there is none, or it cannot be read. */
function Cover({ record, field }: { readonly record: WireRecord; readonly field: string }) {
  const text = useCardsText();
  const [broken, setBroken] = useState(false);
  const [first] = picturesOf(storedFiles(record[field] ?? null));
  const none = first === undefined || first.link === '' || broken;
  return (
    <div className="anlan-kc-cover" data-none={none}>
      {none ? (
        <PictureOutlined title={text('no.cover')} />
      ) : (
        <img src={first.link} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </div>
  );
}
