import { Alert, Button } from 'antd';
import { likelyActions, notedStep, permittedActions, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { isAbsent, standsOnPage } from '../detail/detail-sections.ts';
import { useEntityPage } from '../EntityContext.ts';
import { childRights } from '../flow/child-rows.ts';
import { showRows } from '../flow/show-rows.ts';
import { flowText } from '../flow/text.ts';
import { useWithChildren } from '../flow/useWithChildren.ts';
import { childKeys, childPage } from '../model/child-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { runtimeText } from '../text.ts';
import { blockedAt, blockedBelow, blockedBy } from './RecordActions.tsx';

/**
 * Why what the person would most likely do with a record cannot be done now: a button that is merely grey tells nobody
 * who has no pointer to rest on it. Nothing where that step is free, or nothing is known against it. Where the step lacks
 * rows that he enters himself, it leads there: that is the step which he was called for. Where it is about one field that
 * stands on the page, it leads to that.
 * @param onSeek brings a field of the record into sight.
 */
export function BlockedNote({ record, onSeek }: { record: WireRecord; onSeek: (field: string) => void }) {
  const { page, can, access, me } = useEntityPage();
  const standing = typeof record.status === 'string' ? record.status : null;
  const able = recordActions(permittedActions(page.toolbar.row, can), record.abilities);
  const { ordered } = likelyActions(page.model, able, standing, () => false);
  const first = notedStep(page.model, ordered);
  const reason = first === undefined ? undefined : blockedBy(record, first.key);
  const asked = first === undefined ? [] : rowsAsked(page, record, first.key);
  const { read } = useWithChildren(record, asked.length > 0);
  if (first === undefined || reason === undefined) return null;
  const { data } = read;
  const entered = data === undefined ? undefined : asked.find((child) => childRights(child, data).create);
  const at = page.model.field.get(blockedAt(record, first.key) ?? '');
  const isHidden = (key: string) => access(key, record) === 'hidden' || isAbsent(page, key, record, me);
  const told = at !== undefined && standsOnPage(page, at.key, isHidden) ? at : undefined;
  const toField = told && (
    <Button size="small" onClick={() => onSeek(told.key)}>
      {runtimeText('action.blockedAt', { field: told.title })}
    </Button>
  );
  // What is worked out from rows is mended in the rows; what stands in the record itself lies not with any of them.
  const leads = entered !== undefined && told?.computed !== false ? <ToRows child={entered} /> : toField;
  return (
    <Alert
      type="warning"
      showIcon
      title={runtimeText('action.blocked', { action: first.title, reason })}
      {...(leads === undefined ? {} : { action: leads })}
    />
  );
}

/** Pages of the rows that what holds a step up is about. */
function rowsAsked(page: EntityPageModel, record: WireRecord, transition: string): readonly EntityPageModel[] {
  const below = blockedBelow(record, transition);
  return childKeys(page)
    .filter((key) => below.includes(key))
    .flatMap((key) => childPage(page, key) ?? []);
}

function ToRows({ child: { model } }: { child: EntityPageModel }) {
  return (
    <Button size="small" onClick={() => showRows(model.key)}>
      {flowText('child.toEnter', { title: model.title })}
    </Button>
  );
}
