// A projection is what a reader asks for, folded from the log: pure, so the server, the browser and the demo fold it alike.

import type { DomainEvent, RecordedEvent, RecordedEventOf } from '#core/kernel/decider.ts'

export interface Projection<Doc = unknown> {
  name: string
  /** A new version is rebuilt beside the old one. */
  version: number
  /** The documents this event belongs to. */
  keys(event: RecordedEvent): readonly string[]
  empty(key: string): Doc
  /** What each handled event does; null removes the document. Never changes `doc` itself. */
  on: Readonly<Record<string, (doc: Doc, event: never, key: string) => Doc | null>>
  derived?: Derivation<Doc>
}

/** How a document comes about that is not folded. */
export interface Derivation<Doc> {
  /** There is a document for each of the first projection's. All of them are folded. */
  // oxlint-disable-next-line no-explicit-any
  from: readonly [Projection<any>, ...Projection<any>[]]
  derive(first: unknown, ...others: unknown[]): Doc
}

// oxlint-disable-next-line no-explicit-any
export type AnyProjection = Projection<any>

type Handlers<Doc, E extends DomainEvent> = {
  [Type in E['type']]?: (
    doc: Doc,
    event: RecordedEventOf<Extract<E, { type: Type }>>,
    key: string,
  ) => Doc | null
}

type Keys<E extends DomainEvent> = (event: RecordedEventOf<E>) => string | readonly string[] | null

/** Lets each handler know the data of its event. */
export function projection<Doc, E extends DomainEvent>(of: {
  name: string
  version: number
  key: Keys<E>
  empty(key: string): Doc
  on: Handlers<Doc, E>
}): Projection<Doc> {
  const keys = (event: RecordedEvent): readonly string[] => {
    const key = of.key(event as RecordedEventOf<E>)
    return key === null ? [] : typeof key === 'string' ? [key] : key
  }
  return { name: of.name, version: of.version, keys, empty: of.empty, on: of.on as Projection<Doc>['on'] }
}

type DocOf<Of> = Of extends Projection<infer Doc> ? NonNullable<Doc> : never

/**
 * A projection whose documents are not folded but derived from those that other projections have under the same key: once for each
 * batch that touches one of them, however many of its events do. Stored, rebuilt and checked like any other.
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
    throw new Error(`${name} handles no event`)
  }
  return { name, version, keys: () => [], empty, on: {}, derived: { from, derive: of.derive as never } }
}

/** The id in a stream's name: `money-{id}` to `{id}`. */
export function idIn(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}
