import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { request } from '../../src/api/client.ts';
import type { Nested, RoleNode } from '../../src/core/wire/people.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { useWord } from './words.ts';

/** A name that may be written, with what people call what it names. */
export interface KnownName {
  readonly value: string;
  readonly label: string;
}

/** What the company calls those of whom its files speak by codes. */
interface GroupNames {
  /** The company's roles in its order, and `everyone`. */
  readonly roles: readonly KnownName[];
  readonly posts: readonly KnownName[];
  /** The code itself where the company has no such role. */
  roleName(code: string): string;
}

const Context = createContext<GroupNames>({ roles: [], posts: [], roleName: (code) => code });

/** Reads the company's roles and posts once for all that is designed. */
export function GroupNamesProvider({ children }: { children: ReactNode }) {
  const word = useWord();
  const { data } = useLoaded('groups', (signal) =>
    Promise.all([
      request({ service: 'system', path: 'role/tree-by-parent', signal, quiet: true }),
      request({ service: 'system', path: 'position/list', signal, quiet: true }),
    ]),
  );
  const names = useMemo((): GroupNames => {
    const [tree = [], positions = []] = data ?? [];
    const roles = [
      ...flat(tree).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName })),
      { value: 'everyone', label: word('everyone') },
    ];
    const titles = new Map(roles.map(({ value, label }) => [value, label]));
    return {
      roles,
      posts: positions.map(({ postCode, postName }) => ({ value: postCode, label: postName })),
      roleName: (code) => titles.get(code) ?? code,
    };
  }, [data, word]);
  return <Context value={names}>{children}</Context>;
}

const flat = (nodes: readonly Nested<RoleNode>[]): readonly Nested<RoleNode>[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

/** The company's roles and posts by name. */
export const useGroupNames = (): GroupNames => useContext(Context);
