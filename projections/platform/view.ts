// A view is what a reader asks for, folded from the log: pure, so the server, the browser and the demo fold it alike.

import type { Fact, Recorded, RecordedOf } from '#core/kernel/decider.ts'

export interface View<Doc = unknown> {
  name: string
  /** A new version is rebuilt beside the old one. */
  version: number
  /** The documents this event belongs to. */
  keys(event: Recorded): readonly string[]
  empty(key: string): Doc
  /** What each handled event does; null removes the document. Never changes `doc` itself. */
  on: Readonly<Record<string, (doc: Doc, event: never, key: string) => Doc | null>>
  derived?: Derived<Doc>
}

/** How a document comes about that is not folded. */
export interface Derived<Doc> {
  /** There is a document for each of the first view's. All of them are folded. */
  // oxlint-disable-next-line no-explicit-any
  from: readonly [View<any>, ...View<any>[]]
  derive(first: unknown, ...others: unknown[]): Doc
}

// oxlint-disable-next-line no-explicit-any
export type AnyView = View<any>

type Handlers<Doc, F extends Fact> = {
  [Type in F['type']]?: (doc: Doc, event: RecordedOf<Extract<F, { type: Type }>>, key: string) => Doc | null
}

type Keys<F extends Fact> = (event: RecordedOf<F>) => string | readonly string[] | null

/** Lets each handler know the data of its event. */
export function view<Doc, F extends Fact>(of: {
  name: string
  version: number
  key: Keys<F>
  empty(key: string): Doc
  on: Handlers<Doc, F>
}): View<Doc> {
  const keys = (event: Recorded): readonly string[] => {
    const key = of.key(event as RecordedOf<F>)
    return key === null ? [] : typeof key === 'string' ? [key] : key
  }
  return { name: of.name, version: of.version, keys, empty: of.empty, on: of.on as View<Doc>['on'] }
}

type DocOf<Of> = Of extends View<infer Doc> ? NonNullable<Doc> : never

/**
 * A view whose documents are not folded but derived from those that other views have under the same key: once for each
 * batch that touches one of them, however many of its events do. Stored, rebuilt and checked like any other.
 */
export function derivedView<Doc, First extends AnyView, Others extends readonly AnyView[]>(of: {
  name: string
  version: number
  from: readonly [First, ...Others]
  derive(first: DocOf<First>, ...others: { [n in keyof Others]: DocOf<Others[n]> | null }): Doc
}): View<Doc> {
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
