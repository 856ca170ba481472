// Writes long responses as JSON in chunks: listed items are built while they are sent, as fast as they are read, so
// neither the list nor its text is ever whole in memory.

import { createYielder } from '#api/platform/yielder.ts'

/** UTF-16 units of one chunk. */
const PIECE = 65_536

/** An object with lists as parts: each item of an `Iterable` is built when it is written. */
export class JsonParts {
  readonly parts: Readonly<Record<string, unknown>>
  constructor(parts: Readonly<Record<string, unknown>>) {
    this.parts = parts
  }
}

export async function* jsonChunks(of: JsonParts): AsyncGenerator<string, void> {
  const pause = createYielder()
  let piece = ''
  for await (const text of textsOf(of)) {
    piece += text
    await pause()
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}

async function* textsOf(value: unknown): AsyncGenerator<string> {
  if (value instanceof JsonParts) {
    let before = '{'
    for (const [name, part] of Object.entries(value.parts)) {
      yield `${before}${JSON.stringify(name)}:`
      yield* textsOf(part)
      before = ','
    }
    yield '}'
  } else if (isListed(value)) {
    let before = '['
    for await (const one of value) {
      yield before
      if (one instanceof JsonParts) yield* textsOf(one)
      else yield JSON.stringify(one)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  } else yield JSON.stringify(value)
}

function isListed(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Symbol.iterator in value || Symbol.asyncIterator in value
}
