import type { ImportEdge } from './import-graph.ts';

/** A room of the server: a folder at its top. */
type RoomName =
  | 'ground'
  | 'files'
  | 'metadata'
  | 'access'
  | 'records'
  | 'flow'
  | 'live'
  | 'reports'
  | 'http'
  | 'areas'
  | 'assembly';

/** A floor of the room of records. */
type FloorName = 'call' | 'audit' | 'read' | 'list' | 'write' | 'service';

/** Where a file of the server belongs: its room, and in the room of records its floor. */
type RoomPlace = Exclude<RoomName, 'records'> | `records/${FloorName}`;

/** What a room may import besides itself. */
interface Room {
  readonly name: RoomName;
  /** What stands in it, for messages. */
  readonly holds: string;
  readonly mayImport: readonly RoomName[];
}

/** Rooms of the server, from the ground up. None imports one that stands after it. */
export const ROOMS: readonly Room[] = [
  { name: 'ground', holds: '时钟、调用者、配置、日志、语言、数据库、作业循环', mayImport: [] },
  { name: 'files', holds: '文件内容和链接', mayImport: ['ground'] },
  { name: 'metadata', holds: '从 JSON 到快照', mayImport: ['ground'] },
  { name: 'access', holds: '谁在调用，可以做什么', mayImport: ['ground', 'metadata'] },
  {
    name: 'records',
    holds: '实体的读取、列表、写入和日志',
    mayImport: ['ground', 'files', 'metadata', 'access'],
  },
  { name: 'flow', holds: '写入之后发生的事', mayImport: ['ground', 'metadata', 'access', 'records'] },
  {
    name: 'live',
    holds: '监测数据的接收、存储和曲线，摄像机的画面',
    mayImport: ['ground', 'files', 'metadata', 'access', 'records', 'flow'],
  },
  {
    name: 'reports',
    holds: '表格、打印、统计、长作业',
    mayImport: ['ground', 'files', 'metadata', 'access', 'records', 'flow'],
  },
  {
    name: 'http',
    holds: '路由、分派、事件、系统调用',
    mayImport: ['ground', 'files', 'metadata', 'access', 'records', 'flow', 'live', 'reports'],
  },
  { name: 'areas', holds: 'JSON 写不出的规则', mayImport: [] },
  {
    name: 'assembly',
    holds: '入口和装配',
    mayImport: ['ground', 'files', 'metadata', 'access', 'records', 'flow', 'live', 'reports', 'http', 'areas'],
  },
];

/** Floors of the room of records, from below: each may import those before it. */
const RECORD_FLOORS: readonly FloorName[] = ['call', 'audit', 'read', 'list', 'write', 'service'];

/** All places: rooms and floors in their order. */
export const PLACES: readonly RoomPlace[] = ROOMS.flatMap(({ name }): RoomPlace[] =>
  name === 'records' ? RECORD_FLOORS.map((floor): RoomPlace => `records/${floor}`) : [name],
);

/** Imports between files that have a place, but which the order of rooms and floors does not allow. */
export function backwardImports(
  edges: readonly ImportEdge[],
  placeOf: (file: string) => RoomPlace | undefined,
): ImportEdge[] {
  return edges.filter(({ from, to }) => {
    const [source, target] = [placeOf(from), placeOf(to)];
    return source !== undefined && target !== undefined && !mayImport(source, target);
  });
}

/** Whether a file of one place may import one of another. */
export function mayImport(from: RoomPlace, to: RoomPlace): boolean {
  if (from === to) return true;
  const [source, target] = [roomOf(from), roomOf(to)];
  if (source.name === target.name) return PLACES.indexOf(to) < PLACES.indexOf(from);
  return source.mayImport.includes(target.name);
}

/**
 * Place of a file of the server: the one in whose folder it stands. Undefined for files outside the server, and for
 * those that stand in no room.
 */
export function placeOf(file: string): RoomPlace | undefined {
  return PLACES.find((place) => file.startsWith(`server/${place}/`));
}

/** What a file of a place may import besides its own place, for messages: `ground`, `records/call 的类型`. */
export function importable(from: RoomPlace): string[] {
  const { name, mayImport: rooms } = roomOf(from);
  const floorsBelow = PLACES.slice(0, PLACES.indexOf(from)).filter((place) => roomOf(place).name === name);
  return [...rooms, ...floorsBelow];
}

function roomOf(place: RoomPlace): Room {
  const room = ROOMS.find(({ name }) => name === place.split('/')[0]);
  if (room === undefined) throw new Error(`no room for ${place}`);
  return room;
}
