import { Button, Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { type CameraBranch, cameraTree, findCameras, type WallArea, type WallCamera } from './cameras.ts';
import { useVideoText } from './text.ts';
import styles from './video.module.css';

interface CameraChooserProps {
  readonly cameras: readonly WallCamera[];
  readonly areas: readonly WallArea[];
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** The cameras below their areas, of which some are chosen; a whole area by its own box. */
export function CameraChooser({ cameras, areas, chosen, onChange }: CameraChooserProps) {
  const text = useVideoText();
  const id = useId();
  const [words, setWords] = useState('');
  const found = words.trim() === '' ? cameras : findCameras(cameras, words);
  const tree = cameraTree(found, areas, text('choose.elsewhere'));
  const set = new Set(chosen);
  const change = (ids: readonly string[], on: boolean) =>
    onChange(on ? [...chosen, ...ids.filter((one) => !set.has(one))] : chosen.filter((one) => !ids.includes(one)));
  return (
    <section className={styles.chooser} aria-labelledby={id}>
      <h2 id={id}>{text('choose')}</h2>
      <p className={styles.hint}>
        {chosen.length === 0 ? text('choose.hint') : text('choose.count', { count: chosen.length })}
        {chosen.length > 0 && (
          <Button type="link" size="small" onClick={() => onChange([])}>
            {text('choose.clear')}
          </Button>
        )}
      </p>
      <Input.Search
        allowClear
        data-video-search
        aria-label={text('choose.search')}
        placeholder={text('choose.search')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {tree.length === 0 ? (
        <EmptyState reason="noMatch" title={text('choose.none', { words: words.trim() })} />
      ) : (
        <Branches branches={tree} set={set} onChange={change} />
      )}
    </section>
  );
}

interface BranchesProps {
  readonly branches: readonly CameraBranch[];
  readonly set: ReadonlySet<string>;
  onChange(ids: readonly string[], on: boolean): void;
}

const leavesOf = ({ camera, children }: CameraBranch): readonly string[] =>
  camera === undefined ? children.flatMap(leavesOf) : [camera.id];

function Branches({ branches, set, onChange }: BranchesProps) {
  return (
    <ul className={styles.branches}>
      {branches.map((branch) => {
        const ids = leavesOf(branch);
        const count = ids.filter((id) => set.has(id)).length;
        const { camera } = branch;
        return (
          <li key={branch.key}>
            <Checkbox
              checked={count > 0 && count === ids.length}
              indeterminate={count > 0 && count < ids.length}
              onChange={({ target }) => onChange(ids, target.checked)}
            >
              <span className={camera === undefined ? styles.area : undefined}>{branch.title}</span>
              {camera !== undefined && !camera.isOnline && <span className={styles.status}>{camera.statusName}</span>}
            </Checkbox>
            {branch.children.length > 0 && <Branches branches={branch.children} set={set} onChange={onChange} />}
          </li>
        );
      })}
    </ul>
  );
}
