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

/** The id in a stream's name: `money-{id}` to `{id}`. */
export function idIn(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}
