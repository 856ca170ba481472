// Exported names and files use the words of docs/glossary.md, and one name has one meaning in the whole product.

import { describe, expect, test } from 'vitest'
import { exportsOf, files, read } from '#tests/boundaries/sources.ts'

/** Words that stand for several things, each with the glossary's words for them. */
const DENIED: Readonly<Record<string, string>> = {
  told: 'response, payload, notice',
  tell: 'publish, respond',
  hear: 'subscribe, receive',
  hears: 'subscribes, receives',
  heard: 'received',
  ear: 'handler',
  kept: 'cached, stored',
  seen: 'read marker, offline cache',
  remembered: 'cached',
  seldom: 'throttled',
  overlay: 'optimistic',
  overlaid: 'optimistic, with pending',
  unsent: 'pending',
  twice: 'retry',
  town: 'fixture, population',
  fact: 'event',
  may: 'authorize, can',
  known: 'context, loaded',
  standing: 'balance, status',
  undoing: 'undo rule',
}

const layers = files.filter((file) => /^(core|projections|api|web)\/.*\.tsx?$/.test(file))

const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|[_.-]/).map((word) => word.toLowerCase())

/** @returns one line for each denied word in the name */
const deniedIn = (where: string, name: string): string[] =>
  wordsOf(name).flatMap((word) =>
    Object.hasOwn(DENIED, word) ? [`${where}: ${name} (say ${DENIED[word]})`] : [],
  )

/** @returns one line for each name that several files export */
function sharedNames(exported: ReadonlyMap<string, readonly string[]>): string[] {
  const owners = new Map<string, string[]>()
  for (const [file, names] of exported)
    for (const name of names) owners.set(name, [...(owners.get(name) ?? []), file])
  return [...owners].flatMap(([name, of]) => (of.length > 1 ? [`${name}: ${of.join(', ')}`] : []))
}

describe('names', () => {
  const exported = new Map(layers.map((file) => [file, exportsOf(read(file))]))

  test('no exported name stands in two files', () => {
    expect(sharedNames(exported)).toEqual([])
  })

  test('no exported name and no file contains a word that the glossary replaces', () => {
    const names = [...exported].flatMap(([file, all]) => all.flatMap((name) => deniedIn(file, name)))
    const paths = layers.flatMap((file) =>
      deniedIn(
        file,
        file
          .split('/')
          .at(-1)!
          .replace(/\.tsx?$/, ''),
      ),
    )
    expect([...names, ...paths]).toEqual([])
  })

  test('a name in two files and a denied word are found', () => {
    expect(
      sharedNames(
        new Map([
          ['a.ts', exportsOf('export const x = 1')],
          ['b.ts', ['x', 'y']],
        ]),
      ),
    ).toEqual(['x: a.ts, b.ts'])
    expect(deniedIn('a.ts', 'mayEdit')).toEqual(['a.ts: mayEdit (say authorize, can)'])
    expect(deniedIn('a.ts', 'holdMessage')).toEqual([])
  })
})
