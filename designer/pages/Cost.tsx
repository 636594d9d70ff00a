import { useEffect, useState } from 'react';
import { request } from '../../src/api/client.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { buildPageModel, type EntityPageModel } from '../../src/runtime/model/page-model.ts';
import type { PageCost } from './cost.ts';
import { usePagesText } from './texts.ts';

/** Records that are sorted and looked through without anybody noticing. */
const SMALL = 10_000;

/** What filters and orders of a page cost, by the indexes that its table would have and the company's number of records. */
export function Cost({
  entity,
  serving,
  page,
  code,
}: {
  entity: Entity;
  /** As it is without the draft. */
  serving: Entity;
  /** What the entity stands in. */
  page: EntityPageModel;
  code: string;
}) {
  const text = usePagesText();
  const { data } = useLoaded(entity.entity, (signal) =>
    request({ service: 'system', path: 'design/size', query: { entity: entity.entity }, signal, quiet: true }),
  );
  const [cost, setCost] = useState<PageCost>();
  useEffect(() => {
    let gone = false;
    const modelOf = (of: Entity) => buildPageModel({ ...page.metadata, entity: of, page: code }).model;
    void import('./cost.ts').then(({ pageCost }) => {
      if (gone) return;
      try {
        setCost(pageCost(modelOf(entity), serving.pages?.[code] && modelOf(serving), code));
      } catch {
        // An unfinished formula: the findings say what it lacks.
        setCost(undefined);
      }
    });
    return () => {
      gone = true;
    };
  }, [entity, serving, page, code]);
  if (cost === undefined) return null;
  const records = data === undefined ? text('cost.unknown') : text('cost.records', { count: data.records });
  const told = [
    ...cost.filters.map((title) => text('cost.filter', { title, records })),
    ...(cost.sort ? [text('cost.sort', { records })] : []),
    ...cost.indexes.map((title) => text('cost.new', { title, records })),
    ...(cost.columns.length === 0 ? [] : [text('cost.click', { records, titles: cost.columns.join('、') })]),
  ];
  return (
    <section aria-label={text('cost')} className="anlan-ds-cost">
      <h3>{text('cost')}</h3>
      {told.length === 0 ? <p className="anlan-ds-quiet">{text('cost.none')}</p> : null}
      {told.length > 0 && data !== undefined && data.records <= SMALL ? (
        <p className="anlan-ds-quiet">{text('cost.small', { records })}</p>
      ) : null}
      <ul>
        {told.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
