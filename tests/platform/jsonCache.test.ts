// Documents are serialized as JSON.stringify does, also where most of a list was serialized before.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonCache } from '#projections/platform/jsonCache.ts'
import { appended } from '#projections/platform/chunks.ts'

test('Any document is written as JSON.stringify writes it, also the second time', () => {
  const textOf = createJsonCache()
  fc.assert(
    fc.property(fc.jsonValue(), (doc) => {
      const kept = [doc, [doc, 1], { doc }]
      expect(textOf(kept)).toBe(JSON.stringify(kept))
      expect(textOf([...kept, kept])).toBe(JSON.stringify([...kept, kept]))
    }),
  )
})

test('A list item that JSON cannot express is written as null', () => {
  const textOf = createJsonCache()
  const odd = [undefined, Number.NaN, new Date(0), [undefined], { left: undefined }]
  expect(textOf(odd)).toBe(JSON.stringify(odd))
})

test('A list item is not serialized again when another is added', () => {
  const textOf = createJsonCache()
  let made = 0
  const item = (id: number) => ({ id, toJSON: () => ({ id, made: ++made }) })
  let doc = appended([], item(1))
  expect(textOf(doc)).toBe('[[{"id":1,"made":1}]]')
  doc = appended(doc, item(2))
  expect(textOf(doc)).toBe('[[{"id":1,"made":1},{"id":2,"made":2}]]')
})
