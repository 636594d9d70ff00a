/** A map whose values are made when somebody asks for them; whoever goes through all of them has all made. */
export class LazyMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly #made = new Map<Key, Value>();
  readonly #keys: ReadonlySet<Key>;
  readonly #make: (key: Key) => Value;

  /** @param make is called once for a key, unless it throws. */
  constructor(keys: Iterable<Key>, make: (key: Key) => Value) {
    this.#keys = new Set(keys);
    this.#make = make;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: Key): boolean {
    return this.#keys.has(key);
  }

  get(key: Key): Value | undefined {
    if (!this.#keys.has(key)) return undefined;
    if (!this.#made.has(key)) this.#made.set(key, this.#make(key));
    return this.#made.get(key);
  }

  keys(): MapIterator<Key> {
    return this.#keys.keys();
  }

  values(): MapIterator<Value> {
    return this.#whole().values();
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#whole().entries();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  /** All of it, in the order of its keys. */
  #whole(): Map<Key, Value> {
    return new Map([...this.#keys].map((key) => [key, this.get(key) as Value]));
  }
}
