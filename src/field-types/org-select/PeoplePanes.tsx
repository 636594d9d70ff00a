import { Button, Tree } from 'antd';
import { useState } from 'react';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { type TreeChoice, useFieldServices } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';
import { LIST_HEIGHT, LoadedPane, type PaneProps, RecordList, type TreeNode, treeNode } from './RecordPanes.tsx';
import { idsBelow, labelIn } from './selection.ts';

interface BranchProps {
  readonly label: string;
  readonly loaded: Loaded<readonly TreeChoice[]>;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** The tree beside a list of people; its branch narrows the list. */
function Branches({ label, loaded, chosen, onChoose }: BranchProps) {
  // On a phone the tree stands above the list, and both must be in sight.
  const height = useIsPhone() ? LIST_HEIGHT / 2 : LIST_HEIGHT;
  return (
    <LoadedPane loaded={loaded}>
      {(nodes) => (
        <Tree<TreeNode>
          aria-label={label}
          height={height}
          treeData={nodes.map(treeNode)}
          defaultExpandedKeys={nodes.map((node) => node.id)}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          onSelect={(keys) => onChoose(keys[0] === undefined ? undefined : String(keys[0]))}
        />
      )}
    </LoadedPane>
  );
}

function usePeople(keyword: string, by: { readonly deptIds?: readonly string[]; readonly roleId?: string }) {
  const services = useFieldServices();
  return useLoaded(`people/${(by.deptIds ?? []).join()}/${by.roleId ?? ''}/${keyword}`, (signal) =>
    services.people({ keyword, ...by }, signal),
  );
}

/** People of a department and of all below it, or of the whole company by name. */
export function PeopleByDepartment(pane: PaneProps) {
  const services = useFieldServices();
  const departments = useLoaded('departments', services.departments);
  const [deptId, setDeptId] = useState<string>();
  const tree = departments.data ?? [];
  const people = usePeople(pane.keyword, deptId === undefined ? {} : { deptIds: idsBelow(tree, deptId) ?? [deptId] });
  const name = (deptId === undefined ? undefined : labelIn(tree, deptId)) ?? '';
  return (
    <div className="anlan-picker-people">
      <Branches label={fieldText('org.dept')} loaded={departments} chosen={deptId} onChoose={setDeptId} />
      <LoadedPane loaded={people}>
        {(records) => <RecordList {...pane} label={fieldText('org.people', { title: name })} records={records} />}
      </LoadedPane>
    </div>
  );
}

/** People who have a role. */
export function PeopleByRole(pane: PaneProps) {
  const services = useFieldServices();
  const roles = useLoaded('roles', services.roles);
  const [roleId, setRoleId] = useState<string>();
  const people = usePeople(pane.keyword, roleId === undefined ? {} : { roleId });
  const name = (roleId === undefined ? undefined : labelIn(roles.data ?? [], roleId)) ?? '';
  return (
    <div className="anlan-picker-people">
      <Branches label={fieldText('org.role')} loaded={roles} chosen={roleId} onChoose={setRoleId} />
      <LoadedPane loaded={people}>
        {(records) => <RecordList {...pane} label={fieldText('org.people', { title: name })} records={records} />}
      </LoadedPane>
    </div>
  );
}

/** A whole department: all its people are taken at once, or one by one. */
export function PeopleOfDepartments(pane: PaneProps) {
  const services = useFieldServices();
  const departments = useLoaded('departments', services.departments);
  const [deptId, setDeptId] = useState<string>();
  const tree = departments.data ?? [];
  const found = useLoaded(deptId === undefined ? undefined : `whole/${deptId}`, (signal) =>
    services.people({ keyword: '', deptIds: idsBelow(tree, deptId ?? '') ?? [] }, signal),
  );
  const people = deptId === undefined ? [] : (found.data ?? []).filter(({ label }) => label.includes(pane.keyword));
  const name = (deptId === undefined ? undefined : labelIn(tree, deptId)) ?? '';
  const all = people.length > 0 && people.every(({ id }) => pane.selection.records.some((record) => record.id === id));
  return (
    <div className="anlan-picker-people">
      <Branches label={fieldText('org.dept')} loaded={departments} chosen={deptId} onChoose={setDeptId} />
      {deptId === undefined ? (
        <span className="anlan-detail">{fieldText('org.chooseDept')}</span>
      ) : (
        <LoadedPane loaded={found}>
          {() => (
            <div>
              <Button size="small" disabled={people.length === 0} onClick={() => pane.toggleAll(people)}>
                {fieldText(all ? 'org.none' : 'org.whole', { title: name, count: people.length })}
              </Button>
              <RecordList {...pane} label={fieldText('org.people', { title: name })} records={people} />
            </div>
          )}
        </LoadedPane>
      )}
    </div>
  );
}
