// A projection folds events of the log into documents for reading: pure, so that the server, the browser and the demo
// fold alike.

import type { DomainEvent, RecordedEvent, RecordedEventOf } from '#core/kernel/decider.ts'

export interface Projection<Doc = unknown> {
  name: string
  /** A new version is built beside the old one. */
  version: number
  /** The keys of the documents that this event changes. */
  keys(event: RecordedEvent): readonly string[]
  empty(key: string): Doc
  /** Returns the document after the event; null removes it. Never changes `doc` itself. */
  on: Readonly<Record<string, (doc: Doc, event: never, key: string) => Doc | null>>
  derived?: Derivation<Doc>
  /**
   * The document is a list, which a store writes item by item: an array of items, or `Chunks` of them. No chunk is empty.
   */
  list?: 'items' | 'chunks'
  /** The documents do not depend on the order of events of different streams, as a sorted list with an item for each stream. */
  commutes?: true
}

/** How a document is derived instead of folded. */
export interface Derivation<Doc> {
  /** Each document of the first projection has a derived one. All sources are folded. */
  // oxlint-disable-next-line no-explicit-any
  from: readonly [Projection<any>, ...Projection<any>[]]
  derive(first: unknown, ...others: unknown[]): Doc
}

// oxlint-disable-next-line no-explicit-any
export type AnyProjection = Projection<any>

/** Names the stored documents of a projection: another version has others. */
export const projectionId = ({ name, version }: Pick<AnyProjection, 'name' | 'version'>): string =>
  `${name}@${version}`

type Handlers<Doc, E extends DomainEvent> = {
  [Type in E['type']]:
    'ignored' | ((doc: Doc, event: RecordedEventOf<Extract<E, { type: Type }>>, key: string) => Doc | null)
}

type Keys<E extends DomainEvent> = (event: RecordedEventOf<E>) => string | readonly string[] | null

/** @param of handles or ignores every type of the union `E`: a new event type does not compile until it is named here */
export function projection<Doc, E extends DomainEvent>(of: {
  name: string
  version: number
  key: Keys<E>
  empty(key: string): Doc
  on: Handlers<Doc, E>
  list?: 'items' | 'chunks'
  commutes?: true
}): Projection<Doc> {
  const keys = (event: RecordedEvent): readonly string[] => {
    const key = of.key(event as RecordedEventOf<E>)
    return key === null ? [] : typeof key === 'string' ? [key] : key
  }
  const handled = Object.entries(of.on).filter(([, handler]) => handler !== 'ignored')
  const on = Object.fromEntries(handled) as Projection<Doc>['on']
  const { key: _, ...rest } = of
  return { ...rest, keys, on }
}

type DocOf<Of> = Of extends Projection<infer Doc> ? NonNullable<Doc> : never

/**
 * A projection whose documents are derived from other projections' documents of the same key: once for each batch that
 * touches one of them. Stored, rebuilt and verified like any other.
 */
export function derivedProjection<
  Doc,
  First extends AnyProjection,
  Others extends readonly AnyProjection[],
>(of: {
  name: string
  version: number
  from: readonly [First, ...Others]
  derive(first: DocOf<First>, ...others: { [n in keyof Others]: DocOf<Others[n]> | null }): Doc
}): Projection<Doc> {
  const { name, version, from } = of
  const empty = () => {
    throw new Error(`${name} handles no events`)
  }
  return { name, version, keys: () => [], empty, on: {}, derived: { from, derive: of.derive as never } }
}

/** The id in a stream's name: `money-{id}` to `{id}`. */
export function idIn(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}
