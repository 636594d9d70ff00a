import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Segmented, Select, Upload } from 'antd';
import { useState } from 'react';
import checkRecord from '../../schemas/templates/ownCheckRecord.entity.json' with { type: 'json' };
import register from '../../schemas/templates/ownRegister.entity.json' with { type: 'json' };
import request from '../../schemas/templates/ownRequest.entity.json' with { type: 'json' };
import { ApiError } from '../../src/api/faults.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { copyEntity } from '../../src/core/new-entity/copy-entity.ts';
import { type NewField, newEntity } from '../../src/core/new-entity/new-entity.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { OWN_AREA } from '../../src/core/overlay/own-entity.ts';
import type { DesignSubject, SheetColumns } from '../../src/core/wire/design.ts';
import { PageContainer } from '../../src/ui/PageContainer.tsx';
import { PageHeader } from '../../src/ui/PageHeader.tsx';
import { useGroupNames } from '../names/GroupNames.tsx';
import { soundKey } from '../names/sound-key.ts';
import { fetchBase } from '../session/design-calls.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { type DecidedColumn, fieldsFrom, undecided, unsettled } from './columns.ts';
import { fetchColumns, makeEntity } from './new-calls.ts';
import { useNewText } from './texts.ts';
import './new.css';

const WAYS = ['sheet', 'template', 'copy', 'blank'] as const;
type Way = (typeof WAYS)[number];

const TEMPLATES = [register, checkRecord, request] as unknown as readonly Entity[];

/** Longest sound in a code, whose beginning is `own`. */
const CODE_LENGTH = 27;

/** What is wrong, and at which input; none for what stands at the end of the page. */
interface Fault {
  readonly at?: 'name' | 'code';
  readonly message: string;
}

interface Sheet {
  readonly read: SheetColumns;
  readonly columns: readonly DecidedColumn[];
}

/** Asks what an entity of the company's own begins with, and makes it in the draft. */
export function NewEntityPage({
  subjects,
  onMade,
  onLeave,
}: {
  subjects: readonly DesignSubject[];
  onMade(entity: string): void;
  onLeave(): void;
}) {
  const text = useNewText();
  const { roles } = useGroupNames();
  const [way, setWay] = useState<Way>('sheet');
  const [title, setTitle] = useState<string>();
  const [code, setCode] = useState<string>();
  const [area, setArea] = useState(OWN_AREA);
  const [editors, setEditors] = useState<readonly string[]>(['safetyOfficer']);
  const [sheet, setSheet] = useState<Sheet>();
  const [reading, setReading] = useState(false);
  const [template, setTemplate] = useState(TEMPLATES[0]?.entity ?? '');
  const [original, setOriginal] = useState<string>();
  const [making, setMaking] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const copied = subjects.find(({ entity }) => entity === original);
  const templated = TEMPLATES.find(({ entity }) => entity === template);
  const proposed = { sheet: sheet?.read.title, template: templated?.title, copy: copied?.title, blank: undefined }[way];
  const called = (title ?? proposed ?? '').trim();
  const taken = new Set(subjects.map(({ entity }) => entity));
  const key = code ?? (called === '' ? '' : ownKey(called, taken));

  const readFile = async (file: File) => {
    setReading(true);
    setFault(undefined);
    try {
      const read = await fetchColumns(file);
      setSheet({ read, columns: undecided(read.columns) });
    } catch (error) {
      setFault({ message: error instanceof Error ? error.message : String(error) });
    } finally {
      setReading(false);
    }
  };
  const wrong = (): Fault | undefined => {
    const message = wrongBeginning();
    if (message !== undefined) return { message };
    if (called === '') return { at: 'name', message: text('wrong.name') };
    const other = subjects.find((subject) => subject.title === called);
    return other && { at: 'name', message: text('wrong.name.taken', { title: called }) };
  };
  const wrongBeginning = (): string | undefined => {
    if (way === 'sheet') {
      if (sheet === undefined) return text('wrong.sheet');
      const used = sheet.columns.filter((column) => column.used);
      if (used.length === 0) return text('wrong.fields');
      const nameless = sheet.columns.findIndex((column) => column.used && column.title.trim() === '');
      if (nameless >= 0) return text('wrong.title', { number: nameless + 1 });
      const titles = used.map((column) => column.title.trim());
      const twice = titles.find((each, index) => titles.indexOf(each) !== index);
      if (twice !== undefined) return text('wrong.twice', { title: twice });
      if (unsettled(sheet.columns).length > 0) return text('wrong.unsure');
    }
    return way === 'copy' && copied === undefined ? text('wrong.original') : undefined;
  };
  const entityOf = async (): Promise<Entity> => {
    if (way === 'template' && templated !== undefined) return copyEntity(templated, key, called);
    if (way === 'copy' && copied !== undefined) {
      const { entity, edits } = await fetchBase(copied.entity);
      return copyEntity(mergeOverlay(entity, edits).entity, key, called);
    }
    const name: NewField = { key: 'name', title: text('fields.first'), kind: 'input', required: true };
    const fields = way === 'sheet' && sheet !== undefined ? fieldsFrom(sheet.columns) : [name];
    return newEntity({ key, title: called, fields, editors });
  };
  const make = async () => {
    const found = wrong();
    setFault(found);
    if (found !== undefined) {
      const place = found.at === undefined ? '.anlan-dn-unsure' : `#dn-${found.at}`;
      const input = document.querySelector<HTMLElement>(place);
      input?.scrollIntoView({ block: 'center' });
      if (found.at !== undefined) input?.focus();
      return;
    }
    setMaking(true);
    try {
      await makeEntity(area, await entityOf());
      onMade(key);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isCode = error instanceof ApiError && error.errors.some(({ pointer }) => pointer.endsWith('/value/entity'));
      setFault(isCode ? { at: 'code', message } : { message });
      setMaking(false);
    }
  };
  const told = (at: Fault['at']) =>
    fault !== undefined && fault.at === at ? { validateStatus: 'error' as const, help: fault.message } : {};
  return (
    <PageContainer>
      <PageHeader title={text('title')} purpose={text('purpose')} onBack={onLeave} />
      <Form layout="vertical" className="anlan-dn" onFinish={() => void make()}>
        <Segmented<Way>
          aria-label={text('way')}
          value={way}
          onChange={(next) => {
            setWay(next);
            setFault(undefined);
          }}
          options={WAYS.map((value) => ({ value, label: text(`way.${value}`) }))}
        />
        {way !== 'sheet' ? null : (
          <SheetSource sheet={sheet} reading={reading} onFile={readFile} onAgain={() => setSheet(undefined)} />
        )}
        <div className="anlan-dn-form">
          {way !== 'template' ? null : (
            <Form.Item
              className="anlan-dn-wide"
              label={text('template')}
              htmlFor="dn-template"
              extra={templated?.description}
            >
              <Select
                id="dn-template"
                value={template}
                onChange={setTemplate}
                options={TEMPLATES.map(({ entity, title: label }) => ({ value: entity, label }))}
              />
            </Form.Item>
          )}
          {way !== 'copy' ? null : (
            <Form.Item
              className="anlan-dn-wide"
              label={text('original')}
              htmlFor="dn-original"
              extra={text('original.hint')}
            >
              <Select
                id="dn-original"
                showSearch={{ optionFilterProp: 'label' }}
                value={original}
                onChange={setOriginal}
                options={subjects
                  .filter(({ copyable }) => copyable)
                  .map(({ entity, title: label }) => ({ value: entity, label }))}
              />
            </Form.Item>
          )}
          <Form.Item label={text('name')} htmlFor="dn-name" required {...told('name')}>
            <Input
              id="dn-name"
              value={title ?? proposed ?? ''}
              maxLength={40}
              placeholder={text('name.example')}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Form.Item>
          <Form.Item label={text('code')} htmlFor="dn-code" extra={text('code.hint')} {...told('code')}>
            <Input id="dn-code" value={key} maxLength={30} onChange={(event) => setCode(event.target.value)} />
          </Form.Item>
          <Form.Item label={text('area')} htmlFor="dn-area">
            <Select
              id="dn-area"
              value={area}
              onChange={setArea}
              options={[{ value: OWN_AREA, label: text('area.own') }, ...areasOf(subjects)]}
            />
          </Form.Item>
          {way === 'template' || way === 'copy' ? null : (
            <Form.Item label={text('editors')} htmlFor="dn-editors" extra={text('editors.hint')}>
              <Select<readonly string[]>
                id="dn-editors"
                mode="multiple"
                value={editors}
                onChange={setEditors}
                showSearch={{ optionFilterProp: 'label' }}
                options={[...roles]}
              />
            </Form.Item>
          )}
        </div>
        {way !== 'sheet' || sheet === undefined ? null : (
          <ColumnTable columns={sheet.columns} onChange={(columns) => setSheet({ ...sheet, columns })} />
        )}
        {fault === undefined || fault.at !== undefined ? null : <Alert type="error" showIcon title={fault.message} />}
        <div className="anlan-dn-foot">
          <Button type="primary" htmlType="submit" loading={making}>
            {text('ok')}
          </Button>
        </div>
      </Form>
    </PageContainer>
  );
}

function SheetSource({
  sheet,
  reading,
  onFile,
  onAgain,
}: {
  sheet: Sheet | undefined;
  reading: boolean;
  onFile(file: File): Promise<void>;
  onAgain(): void;
}) {
  const text = useNewText();
  if (sheet !== undefined) {
    const { title, rows, columns } = sheet.read;
    return (
      <Alert
        type="info"
        showIcon
        title={text('sheet.read', { name: title, rows, columns: columns.length })}
        description={text('sheet.after')}
        action={
          <Button size="small" onClick={onAgain}>
            {text('sheet.again')}
          </Button>
        }
      />
    );
  }
  return (
    <Upload.Dragger
      accept=".xlsx"
      showUploadList={false}
      disabled={reading}
      beforeUpload={(file) => {
        void onFile(file);
        return false;
      }}
    >
      <InboxOutlined style={{ fontSize: 32 }} />
      <p>{reading ? text('sheet.reading') : text('sheet.drop')}</p>
      <p className="anlan-ds-quiet">{text('sheet.hint')}</p>
    </Upload.Dragger>
  );
}

function ownKey(title: string, taken: ReadonlySet<string>): string {
  const coded = (sound: string) => `own${sound.charAt(0).toUpperCase()}${sound.slice(1, CODE_LENGTH)}`;
  return coded(soundKey(title, 'entity', (sound) => taken.has(coded(sound))));
}

/** Areas of the product with the menu's groups that their pages stand in. */
function areasOf(subjects: readonly DesignSubject[]): { readonly value: string; readonly label: string }[] {
  const byArea = Map.groupBy(subjects, ({ area }) => area);
  return [...byArea].flatMap(([value, within]) => {
    const groups = [...Map.groupBy(within, ({ group }) => group ?? '')].filter(([group]) => group !== '');
    const [most] = groups.sort(([, left], [, right]) => right.length - left.length);
    return value === OWN_AREA || most === undefined ? [] : [{ value, label: most[0] }];
  });
}
