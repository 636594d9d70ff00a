import { BlockList, isIP, isIPv4 } from 'node:net';

/** Networks that are nobody's in the open net. */
const PRIVATE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::1/128',
  'fc00::/7',
  '2001:db8::/32',
];

/** Networks that no list opens: the machine's own link with what clouds keep there, groups, and what means no address. */
const NEVER = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  // What carries an address of the other kind within it.
  '64:ff9b::/96',
  '2002::/16',
];

const inPrivate = listOf(PRIVATE);
const inNever = listOf(NEVER);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return list;
}

/** Adds an address or a network; false where the text is neither. */
function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (length === undefined) {
    list.addAddress(address, kind);
    return true;
  }
  const bits = Number(length);
  if (!/^\d{1,3}$/.test(length) || bits > (family === 4 ? 32 : 128)) return false;
  list.addSubnet(address, bits, kind);
  return true;
}

/** Private networks that a company's connector may reach, as it has written them: `10.2.0.0/16 192.168.1.20`. */
export interface AllowedNetworks {
  readonly list: BlockList;
  /** Entries that are neither address nor network. */
  readonly faulty: readonly string[];
}

/** Reads a list of addresses and networks, parted by spaces, commas or lines. */
export function parseNetworks(text: string): AllowedNetworks {
  const list = new BlockList();
  const entries = text.split(/[\s,，;；、]+/).filter((entry) => entry !== '');
  return { list, faulty: entries.filter((entry) => !addNetwork(list, entry)) };
}

/** Whether an address may be connected to: any of the open net, and those private ones that the company has listed. */
export function mayReach(address: string, { list }: Pick<AllowedNetworks, 'list'>): boolean {
  const kind = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (inNever.check(address, kind)) return false;
  return !inPrivate.check(address, kind) || list.check(address, kind);
}
