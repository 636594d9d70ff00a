import { Tag } from 'antd';
import { OWN_DRAFTS } from '../../core/model/attention.ts';
import { parseFigure } from '../../core/wire/statistics.ts';
import { useFieldServices } from '../../field-types/field-services.ts';
import { knownLabel, rememberLabel } from '../../field-types/known-labels.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { useStatisticsText } from './text.ts';

/** The figure whose rows a list shows, as a chip that lets all rows in again. */
export function FigureChip({ figure, onClose }: { figure: string; onClose: (() => void) | undefined }) {
  const { page } = useEntityPage();
  const text = useStatisticsText();
  const services = useFieldServices();
  const name = parseFigure(figure);
  const { measures = {}, blocks = {} } = page.metadata.entity.statistics ?? {};
  const block = blocks[name?.block ?? ''];
  const keys = [name?.key, name?.below].map((key, index) => ({ by: block?.by?.[index], key }));
  const unknown = keys.flatMap(({ by, key }) => {
    const target = targetOf(page, by);
    return target !== undefined && typeof key === 'string' && knownLabel(target, key) === undefined
      ? [{ target, key, place: { field: `${page.model.key}.${by?.split(':')[0] ?? ''}` } }]
      : [];
  });
  const asked = unknown.map(({ target, key }) => `${target}/${key}`).join('/');
  useLoaded(asked === '' ? undefined : `figure/${asked}`, async (signal) => {
    for (const { target, key, place } of unknown) {
      const found = await services.recordLabels(target, [key], signal, place);
      for (const { id, label } of found) rememberLabel(target, id, label);
    }
  });
  const values = keys.map(({ by, key }) => valueText(page, by, key, text));
  const measure = name?.measure === OWN_DRAFTS ? text('figure.drafts') : measures[name?.measure ?? '']?.title;
  const words = [block?.title, ...values, measure].filter((word) => word !== undefined);
  return (
    <Tag closable={onClose !== undefined} onClose={onClose}>
      {text('figure.chip', { name: words.length === 0 ? figure : words.join(' · ') })}
    </Tag>
  );
}

function targetOf({ model }: EntityPageModel, by: string | undefined): string | undefined {
  return model.field.get(by?.split(':')[0] ?? '')?.target;
}

function valueText(
  page: EntityPageModel,
  by: string | undefined,
  key: string | null | undefined,
  text: ReturnType<typeof useStatisticsText>,
): string | undefined {
  if (key === undefined) return undefined;
  const field = page.model.field.get(by?.split(':')[0] ?? '');
  if (key === null) return text(field?.computed === true ? 'figure.none' : 'figure.notFilled');
  if (field === undefined || by?.includes(':') === true) return key;
  const choice = page.choices(field)?.find((one) => one.key === key)?.title;
  return choice ?? (field.target === undefined ? key : knownLabel(field.target, key));
}
