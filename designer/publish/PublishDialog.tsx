import { Alert, Button, Checkbox, Form, Input, type InputRef } from 'antd';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { diffEntities } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { DESIGN_LIMITS } from '../../src/core/wire/design.ts';
import { hasEnded, isStartedJob, type LongJob } from '../../src/core/wire/long-job.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { JobProgress } from '../../src/runtime/long-jobs/LongJobList.tsx';
import { useFollowedJob } from '../../src/runtime/long-jobs/long-jobs.ts';
import { useJobText } from '../../src/runtime/long-jobs/text.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { focusFirst } from '../../src/ui/focus-first.ts';
import { useLasting } from '../../src/ui/useLasting.ts';
import { whenThere } from '../../src/ui/when-there.ts';
import { askApproval, fetchFindings, fetchImpact, publishDraft } from '../session/design-calls.ts';
import type { Designed } from '../session/useDesign.ts';
import { useDesignerText } from '../texts/texts.ts';
import { Compared } from './Compared.tsx';
import { type FindingPlace, placeOfPointer } from './finding-place.ts';
import { ImpactTable } from './ImpactTable.tsx';
import { RightsTable } from './RightsTable.tsx';
import { SideBySide } from './SideBySide.tsx';
import { usePublishText } from './texts.ts';
import { useChoices } from './useChoices.ts';
import { useFindingWords } from './useFindingWords.ts';

/** Asks for title and reason, says what changes, and publishes; what is wrong stays in the dialog. */
export const PublishDialog = memo(function PublishDialog({
  open,
  design,
  seq,
  others,
  titleOf,
  onOpen,
  onDone,
  onClose,
}: {
  open: boolean;
  design: Designed;
  /** The last step that it was seen with. */
  seq: number;
  /** Titles of other entities that the draft changes. */
  others: readonly string[];
  /** Title of an entity, by its key. */
  titleOf(entity: string): string;
  /** Leads to where something is mended. */
  onOpen(place: FindingPlace): void;
  /**
   * @param asked whether it was submitted for approval instead of published.
   * @param left whether the dialog was left meanwhile, and a notice has told.
   */
  onDone(title: string, asked: boolean, left: boolean): void;
  onClose(): void;
}) {
  const text = useDesignerText();
  const publishing = usePublishText();
  const jobText = useJobText();
  const [title, setTitle] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<LongJob>();
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const name = useRef<InputRef>(null);
  useEffect(() => {
    // Once the dialog is on the page: before that nothing in it takes the focus.
    if (open)
      whenThere(
        () => name.current,
        (input) => input.focus(),
      );
  }, [open]);
  const { base, entity } = design;
  const [firstPage] = Object.keys(entity.pages ?? {});
  const serving = useMemo(() => mergeOverlay(base.entity, base.edits).entity, [base]);
  // By the judge of files, over all that the company has: what it finds would refuse the draft.
  const { data: judged } = useLoaded(open ? `findings ${seq}` : undefined, () => fetchFindings());
  const [authors, setAuthors] = useState<readonly string[]>();
  const [stopped, setStopped] = useState(false);
  const asked = open && !stopped ? `impact ${seq} ${authors?.join() ?? ''}` : undefined;
  const impact = useLoaded(asked, (signal) => fetchImpact(authors, signal));
  const people = impact.data?.authors ?? [];
  // Until the server has said it: what can be seen here.
  const local = { entity: entity.entity, title: entity.title, changes: open ? diffEntities(serving, entity) : [] };
  const approval = impact.data?.approval === true;
  const pending = (impact.data?.pending ?? null) !== null;
  const chosen = useChoices(impact.data?.items);
  const problems = judged?.problems ?? [];
  // Said once, with its place, where the judge has said it too.
  const told = wrong.filter((message) => !problems.some((problem) => problem.message === message));
  const finished = (asking: boolean) => {
    chosen.clear();
    setAuthors(undefined);
    setTitle('');
    setReason('');
    onDone(title.trim(), asking, !open);
  };
  const step = useLasting((found: LongJob) => {
    setJob(hasEnded(found) ? undefined : found);
    if (found.state === 'done') finished(false);
    else if (hasEnded(found)) setWrong(chosen.tell(found));
  });
  useFollowedJob(job?.id, step, open);
  const publish = async () => {
    setBusy(true);
    setWrong([]);
    try {
      const said = { title: title.trim(), reason: reason.trim(), choices: chosen.made, ...(authors && { authors }) };
      if (approval) await askApproval(seq, said);
      const answer = approval ? undefined : await publishDraft(seq, said, firstPage);
      if (answer !== undefined && isStartedJob(answer)) setJob(answer.job);
      else finished(approval);
    } catch (error) {
      setWrong(chosen.tell(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      width={880}
      title={text('publish.title')}
      okText={approval ? publishing('approval.ask') : text('publish')}
      busy={busy}
      {...(job === undefined
        ? {}
        : {
            footer: (
              <Button type="primary" onClick={onClose}>
                {jobText('job.leave')}
              </Button>
            ),
          })}
      onOk={() => void publish()}
      onShown={() => focusFirst(name.current?.input)}
      onClose={() => {
        setStopped(false);
        onClose();
      }}
    >
      {job === undefined ? null : <JobProgress job={job} />}
      {approval ? (
        <Alert type="info" showIcon title={publishing(pending ? 'approval.pending' : 'approval.needed')} />
      ) : null}
      {told.length + problems.length === 0 ? null : (
        <Alert
          type="error"
          showIcon
          title={text('publish.wrong')}
          description={
            <ul className="anlan-ds-sentences">
              {told.map((message) => (
                <li key={message}>{message}</li>
              ))}
              {problems.map((problem) => (
                <Refused
                  key={`${problem.file} ${problem.pointer} ${problem.message}`}
                  problem={problem}
                  entity={entity}
                  titleOf={titleOf}
                  onOpen={(place) => {
                    onClose();
                    onOpen(place);
                  }}
                />
              ))}
            </ul>
          }
        />
      )}
      <h3 className="anlan-ds-small">{text('publish.what')}</h3>
      {people.length > 1 && !approval ? (
        <fieldset className="anlan-pb-authors">
          <legend>{publishing('authors')}</legend>
          <Checkbox.Group
            value={[...(authors ?? people.map(({ userId }) => userId))]}
            options={people.map(({ userId, userName }) => ({ value: userId, label: userName }))}
            onChange={(values: string[]) => setAuthors(values.length === people.length ? undefined : values)}
          />
        </fieldset>
      ) : null}
      <Compared entities={impact.data?.entities ?? [local]} known={[entity]} />
      <SideBySide before={serving} after={entity} />
      {others.length === 0 ? null : (
        <p className="anlan-ds-quiet">{text('publish.others', { names: others.join('、') })}</p>
      )}
      <ImpactTable
        impact={{ ...impact, data: impact.data?.items }}
        choices={chosen.choices}
        faults={chosen.faults}
        onChoose={chosen.choose}
        stop={{ stopped, set: setStopped }}
        wrong={problems.length > 0}
      />
      <RightsTable rights={impact.data?.rights} />
      <Form layout="vertical" component={false}>
        <Form.Item label={text('publish.name')} htmlFor="ds-publish-title" required>
          <Input
            id="ds-publish-title"
            ref={name}
            value={title}
            maxLength={DESIGN_LIMITS.title}
            placeholder={text('publish.name.example')}
            onChange={(event) => setTitle(event.target.value)}
            onPressEnter={() => void publish()}
          />
        </Form.Item>
        <Form.Item label={text('publish.reason')} htmlFor="ds-publish-reason" extra={text('publish.note')}>
          <Input.TextArea
            id="ds-publish-reason"
            rows={2}
            value={reason}
            maxLength={DESIGN_LIMITS.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
});

/** Something that refuses the draft: where it is, what to do, and a press that leads there. */
function Refused({
  problem: { file, pointer, message, fix },
  entity,
  titleOf,
  onOpen,
}: {
  problem: Problem;
  entity: Entity;
  titleOf(entity: string): string;
  onOpen(place: FindingPlace): void;
}) {
  const text = usePublishText();
  const placeWords = useFindingWords(entity);
  const key =
    file
      .split('/')
      .at(-1)
      ?.replace(/\.entity\.json$/, '') ?? '';
  // An edit that may not be is named by its number and not by a place of the file.
  const isHere = key === entity.entity && file !== key;
  const place = placeOfPointer(entity, isHere ? pointer : '');
  const where = isHere ? placeWords(place) : key === entity.entity ? '' : text('finding.in', { title: titleOf(key) });
  return (
    <li>
      {where === '' ? message : text('finding.at', { where, message })}
      <span className="anlan-ds-quiet"> {fix}</span>
      {isHere ? (
        <Button type="link" size="small" onClick={() => onOpen(place)}>
          {text('finding.go')}
        </Button>
      ) : null}
    </li>
  );
}
