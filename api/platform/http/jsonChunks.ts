// Writes long responses as JSON in chunks: the items of a list are built while they are sent, as fast as the client
// reads, so that neither the complete list nor its text is in memory.

import { createYielder } from '#api/platform/yielder.ts'

/** UTF-16 units of one chunk. */
const CHUNK_LENGTH = 65_536

/** An object with lists as parts, written item by item; those of an `Iterable`, which may be one itself, are built then. */
export class JsonParts {
  readonly parts: Readonly<Record<string, unknown>>
  constructor(parts: Readonly<Record<string, unknown>>) {
    this.parts = parts
  }
}

export async function* jsonChunks(object: JsonParts): AsyncGenerator<string, void> {
  const yieldIfLong = createYielder()
  let chunk = ''
  for await (const text of textsOf(object)) {
    chunk += text
    await yieldIfLong()
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    yieldIfLong.resume()
    chunk = ''
  }
  yield chunk
}

/** Also where the reader stops early, once it has begun. */
export async function* callAtEnd(
  chunks: AsyncGenerator<string, void>,
  onEnd: () => void,
): AsyncGenerator<string, void> {
  try {
    yield* chunks
  } finally {
    onEnd()
  }
}

async function* textsOf(value: unknown): AsyncGenerator<string> {
  if (value instanceof JsonParts) {
    let separator = '{'
    for (const [name, part] of Object.entries(value.parts)) {
      yield `${separator}${JSON.stringify(name)}:`
      yield* textsOf(Array.isArray(part) ? part.values() : part)
      separator = ','
    }
    yield '}'
  } else if (isList(value)) {
    let separator = '['
    for await (const item of value) {
      yield separator
      if (item instanceof JsonParts || isList(item)) yield* textsOf(item)
      else yield JSON.stringify(item)
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  } else yield JSON.stringify(value)
}

function isList(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Symbol.iterator in value || Symbol.asyncIterator in value
}
