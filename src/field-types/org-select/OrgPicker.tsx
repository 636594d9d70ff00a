import { SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Input, type InputRef, Modal, Tabs, Tag } from 'antd';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FocusBack } from '../../ui/FocusBack.tsx';
import type { RecordChoice } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { useDebounced } from '../use-loaded.ts';
import type { OrgKind } from './org-kind.ts';
import { PeopleByDepartment, PeopleByRole, PeopleOfDepartments } from './PeoplePanes.tsx';
import { DepartmentPane, type PaneProps, PostPane, RolePane } from './RecordPanes.tsx';
import { type Selection, toggleRecord, toggleRecords } from './selection.ts';

/** Milliseconds that a search rests before it is sent. */
const SEARCH_DEBOUNCE = 500;

interface OrgPickerProps {
  readonly kind: OrgKind;
  readonly title: string;
  readonly multiple: boolean;
  /** Most selections. */
  readonly limit: number;
  readonly chosen: readonly RecordChoice[];
  /** Why a person may not be chosen, by his id. Default all may. */
  readonly misfit?: ((id: string) => string | undefined) | undefined;
  readonly onConfirm: (records: readonly RecordChoice[]) => void;
  readonly onCancel: () => void;
}

/** Dialog that chooses departments, roles, people, people by whole departments, or posts. */
export function OrgPicker({ kind, title, multiple, limit, chosen, misfit, onConfirm, onCancel }: OrgPickerProps) {
  const [selection, setSelection] = useState<Selection>({ records: chosen, refusal: undefined });
  const [search, setSearch] = useState('');
  const input = useRef<InputRef>(null);
  const source = useRef<HTMLDivElement>(null);
  // Whoever goes down to what is found does not wait until his typing has rested.
  const [hurried, setHurried] = useState('');
  const rested = useDebounced(search.trim(), SEARCH_DEBOUNCE);
  const keyword = hurried === search.trim() ? hurried : rested;
  const rules = { multiple, limit };
  const free = (records: readonly RecordChoice[]) => records.filter(({ id }) => misfit?.(id) === undefined);
  const pane: PaneProps = {
    keyword,
    selection,
    multiple,
    misfit,
    toggle: (record) => setSelection((held) => toggleRecord(held, record, rules)),
    toggleAll: (records) => setSelection((held) => toggleRecords(held, free(records), rules)),
  };
  const people = kind === 'user' || kind === 'deptUser';
  const searchHint = people ? fieldText('searchPeople') : fieldText('search', { title: fieldText(`org.${kind}`) });

  return (
    <Modal
      open
      title={title}
      width={people ? 860 : 760}
      className="anlan-picker-dialog"
      onCancel={onCancel}
      destroyOnHidden
      // Without motion the dialog takes the focus later than its field asks for it.
      afterOpenChange={(shown) => {
        if (shown) input.current?.focus();
      }}
      footer={[
        <Button
          key="clear"
          className="anlan-left"
          disabled={selection.records.length === 0}
          onClick={() => setSelection({ records: [], refusal: undefined })}
        >
          {fieldText('clear')}
        </Button>,
        <Button key="cancel" onClick={onCancel}>
          {fieldText('cancel')}
        </Button>,
        <Button key="confirm" type="primary" onClick={() => onConfirm(selection.records)}>
          {fieldText('confirm')}
        </Button>,
      ]}
    >
      <FocusBack />
      <div className="anlan-picker">
        <div className="anlan-picker-source" ref={source}>
          <Input
            prefix={<SearchOutlined aria-hidden />}
            allowClear
            ref={input}
            autoFocus
            placeholder={searchHint}
            aria-label={searchHint}
            title={fieldText('org.searchHint')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              flushSync(() => setHurried(search.trim()));
              // To the list that is shown; where there is none, to the tree.
              const places = source.current?.querySelectorAll<HTMLElement>('.anlan-picker-list input, [role="tree"]');
              const shown = [...(places ?? [])].filter((element) => element.offsetParent !== null);
              (shown.find((element) => element.matches('input')) ?? shown[0])?.focus();
            }}
          />
          <Source kind={kind} {...pane} />
        </div>
        <div className="anlan-picker-chosen">
          <div aria-live="polite">{fieldText('chosen', { count: selection.records.length, limit })}</div>
          {selection.refusal && <Alert type="warning" showIcon title={selection.refusal} role="alert" />}
          <ul
            className="anlan-picker-tags"
            aria-label={fieldText('org.chosenList', { title: fieldText(`org.${kind}`) })}
          >
            {selection.records.map((record) => (
              <li key={record.id}>
                <Tag
                  closable={{ 'aria-label': fieldText('remove', { name: record.label }) }}
                  onClose={(event) => {
                    event.preventDefault();
                    pane.toggle(record);
                  }}
                >
                  {record.label}
                </Tag>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Modal>
  );
}

function Source({ kind, ...pane }: PaneProps & { kind: OrgKind }) {
  if (kind === 'dept') return <DepartmentPane {...pane} />;
  if (kind === 'role') return <RolePane {...pane} />;
  if (kind === 'post') return <PostPane {...pane} />;
  const byRole = { key: 'role', label: fieldText('org.byRole'), children: <PeopleByRole {...pane} /> };
  const byDept = { key: 'user', label: fieldText('org.byDept'), children: <PeopleByDepartment {...pane} /> };
  const whole = { key: 'dept', label: fieldText('org.wholeDept'), children: <PeopleOfDepartments {...pane} /> };
  return (
    <Tabs
      size="small"
      destroyOnHidden
      // A single person is never a whole department.
      items={kind === 'deptUser' && pane.multiple ? [byDept, whole, byRole] : [byDept, byRole]}
    />
  );
}
