// A map that never changes: `put` and `without` return another one, which shares all but a few nodes with the original.
// So a fold over many events costs as much for the last event as for the first, and a reader that holds a state keeps
// it unchanged. A hash trie: five bits of a key's hash choose the branch at each level.

const BITS = 5
const MASK = (1 << BITS) - 1

type Entry<V> = readonly [key: string, value: V]
/** One entry; more only where the hashes of several keys are equal. Different hashes part at some level. */
type Leaf<V> = { readonly hash: number; readonly entries: readonly Entry<V>[] }
type NewLeaf<V> = Leaf<V> & { readonly entries: readonly [Entry<V>] }
type Branch<V> = { readonly children: readonly (Node<V> | undefined)[] }
type Node<V> = Leaf<V> | Branch<V>

class ImmutableMap<V> implements ReadonlyMap<string, V> {
  readonly size: number
  readonly root: Node<V> | undefined
  constructor(root: Node<V> | undefined, size: number) {
    this.root = root
    this.size = size
  }
  get(key: string): V | undefined {
    return find(this.root, key)?.[1]
  }
  has(key: string): boolean {
    return find(this.root, key) !== undefined
  }
  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this)
  }
  *entries(): MapIterator<[string, V]> {
    for (const [key, value] of entriesOf(this.root)) yield [key, value]
  }
  *keys(): MapIterator<string> {
    for (const [key] of entriesOf(this.root)) yield key
  }
  *values(): MapIterator<V> {
    for (const [, value] of entriesOf(this.root)) yield value
  }
  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries()
  }
}

/** Iteration order is not defined: callers that list the entries sort them. */
export const emptyMap: ReadonlyMap<string, never> = new ImmutableMap<never>(undefined, 0)

/** Returns a map that also holds `value` at `key`, replacing what was there. The given map does not change. */
export function put<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  return withEntry(immutable(map), key, value)
}

function withEntry<V>({ root, size }: ImmutableMap<V>, key: string, value: V): ImmutableMap<V> {
  const added = find(root, key) === undefined ? 1 : 0
  return new ImmutableMap(
    inserted(root, { hash: hashOf(key), entries: [[key, value]] }, 0),
    size + added,
  )
}

/** Returns a map that holds nothing at `key`. The given map does not change. */
export function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const { root, size } = immutable(map)
  if (find(root, key) === undefined) return map
  return new ImmutableMap(removed(root!, hashOf(key), key, 0), size - 1)
}

function immutable<V>(map: ReadonlyMap<string, V>): ImmutableMap<V> {
  if (map instanceof ImmutableMap) return map
  let made = new ImmutableMap<V>(undefined, 0)
  for (const [key, value] of map) made = withEntry(made, key, value)
  return made
}

function find<V>(root: Node<V> | undefined, key: string): Entry<V> | undefined {
  const hash = hashOf(key)
  let node = root
  for (let shift = 0; node && 'children' in node; shift += BITS)
    node = node.children[at(hash, shift)]
  return node?.entries.find(([each]) => each === key)
}

function inserted<V>(node: Node<V> | undefined, leaf: NewLeaf<V>, shift: number): Node<V> {
  if (!node) return leaf
  if ('children' in node) {
    const index = at(leaf.hash, shift)
    return withChild(node, index, inserted(node.children[index], leaf, shift + BITS))
  }
  const [[key]] = leaf.entries
  if (node.hash === leaf.hash) {
    const others = node.entries.filter(([each]) => each !== key)
    return { hash: leaf.hash, entries: [...others, ...leaf.entries] }
  }
  // Two hashes that agree so far: they may part one level deeper.
  const branch: Branch<V> = withChild({ children: [] }, at(node.hash, shift), node)
  return inserted(branch, leaf, shift)
}

/** A leaf left alone stays where it is: the trie of a map depends on its history, its entries do not. */
function removed<V>(node: Node<V>, hash: number, key: string, shift: number): Node<V> | undefined {
  if ('children' in node) {
    const index = at(hash, shift)
    const branch = withChild(node, index, removed(node.children[index]!, hash, key, shift + BITS))
    return branch.children.some((child) => child !== undefined) ? branch : undefined
  }
  const entries = node.entries.filter(([each]) => each !== key)
  return entries.length > 0 ? { hash, entries } : undefined
}

function withChild<V>(
  { children }: Branch<V>,
  index: number,
  child: Node<V> | undefined,
): Branch<V> {
  const changed = Array.from({ length: 1 << BITS }, (_, each) => children[each])
  changed[index] = child
  return { children: changed }
}

function* entriesOf<V>(node: Node<V> | undefined): IterableIterator<Entry<V>> {
  if (!node) return
  if ('children' in node) for (const child of node.children) yield* entriesOf(child)
  else yield* node.entries
}

function at(hash: number, shift: number): number {
  return (hash >>> shift) & MASK
}

/** FNV-1a over the UTF-16 code units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
