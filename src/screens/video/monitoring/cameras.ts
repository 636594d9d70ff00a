/** A camera as the wall knows it. */
export interface WallCamera {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly areaId: string;
  readonly areaName: string;
  readonly status: string;
  readonly statusName: string;
  readonly isOnline: boolean;
  /** Whether it is looked at: it is online, or the platform found it away, and its next picture brings it back. */
  readonly isAsked: boolean;
}

/** An area with the one that it belongs to. */
export interface WallArea {
  readonly id: string;
  readonly label: string;
  readonly parentId?: string | null;
}

/** A branch of the tree by which cameras are chosen. */
export interface CameraBranch {
  readonly key: string;
  readonly title: string;
  /** The camera that it is; undefined of an area. */
  readonly camera?: WallCamera;
  readonly children: readonly CameraBranch[];
}

/** Cameras whose name, place or area holds each of the words. */
export function findCameras(cameras: readonly WallCamera[], words: string): readonly WallCamera[] {
  const parts = words.trim().toLowerCase().split(/\s+/);
  return cameras.filter(({ name, location, areaName }) => {
    const text = `${name} ${location} ${areaName}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

/** Cameras below the areas that they stand in, areas without one left out; those of no known area come last. */
export function cameraTree(
  cameras: readonly WallCamera[],
  areas: readonly WallArea[],
  elsewhere: string,
): readonly CameraBranch[] {
  const known = new Map(areas.map((area) => [area.id, area]));
  const leaf = (camera: WallCamera): CameraBranch => ({ key: camera.id, title: camera.name, camera, children: [] });
  const below = Map.groupBy(areas, ({ parentId }) => (parentId != null && known.has(parentId) ? parentId : ''));
  const inArea = Map.groupBy(cameras, ({ areaId }) => (known.has(areaId) ? areaId : ''));
  const seen = new Set<string>();
  const branch = ({ id, label }: WallArea): CameraBranch | undefined => {
    // An area that belongs to itself by others would never end.
    if (seen.has(id)) return undefined;
    seen.add(id);
    const children = [...branchesOf(below.get(id) ?? []), ...(inArea.get(id) ?? []).map(leaf)];
    return children.length === 0 ? undefined : { key: `area ${id}`, title: label, children };
  };
  const branchesOf = (of: readonly WallArea[]): readonly CameraBranch[] =>
    of.flatMap((area) => {
      const made = branch(area);
      return made === undefined ? [] : [made];
    });
  const rest = (inArea.get('') ?? []).map(leaf);
  const named = branchesOf(below.get('') ?? []);
  return rest.length === 0 ? named : [...named, { key: 'area', title: elsewhere, children: rest }];
}
