import { say } from '../text/say.ts';
import type { WireFault } from '../wire/contract.ts';

/** Most faults that one answer names; of the others it says how many there are. */
export const MOST_FAULTS = 100;

// A key of the body may be as long as the body.
const LONGEST_POINTER = 300;
const LONGEST_MESSAGE = 1_000;

/**
 * Gathers faults: the first hundred are made, the others only counted, so that a body full of faults costs no more than
 * reading it.
 */
export class FaultList {
  readonly #named: WireFault[] = [];
  #more = 0;

  /** Adds a fault; it is made only where it will be named. */
  add(make: () => WireFault): void {
    if (this.#named.length < MOST_FAULTS) this.#named.push(make());
    else this.#more += 1;
  }

  /** Adds faults that are made already. */
  addAll(faults: Iterable<WireFault>): void {
    for (const fault of faults) {
      if (fault.more !== undefined) this.#more += fault.more;
      else if (this.#named.length < MOST_FAULTS) this.#named.push(fault);
      else this.#more += 1;
    }
  }

  /** The faults by name, and behind them one that counts the others. */
  get all(): readonly WireFault[] {
    return this.#more === 0 ? this.#named : [...this.#named, moreFaults(this.#more)];
  }
}

/** The faults that an answer carries: at most a hundred by name, with pointers and messages of bounded length. */
export function boundedFaults(faults: readonly WireFault[]): readonly WireFault[] {
  if (faults.length <= MOST_FAULTS && faults.every(isShort)) return faults;
  const list = new FaultList();
  list.addAll(faults);
  return list.all.map((fault) => (isShort(fault) ? fault : shortened(fault)));
}

/** A message of bounded length. */
export function boundedMessage(msg: string): string {
  return msg.length <= LONGEST_MESSAGE ? msg : `${msg.slice(0, LONGEST_MESSAGE)}…`;
}

function moreFaults(more: number): WireFault {
  return { pointer: '', msg: say('还有{count}处错误', { count: more }), more };
}

function isShort({ pointer, msg }: WireFault): boolean {
  return pointer.length <= LONGEST_POINTER && msg.length <= LONGEST_MESSAGE;
}

function shortened(fault: WireFault): WireFault {
  return { ...fault, pointer: fault.pointer.slice(0, LONGEST_POINTER), msg: boundedMessage(fault.msg) };
}
