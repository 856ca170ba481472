// Detects usernames that look like others: UTS 39's skeletons. Names in two alphabets are refused before
// (core/kernel/mixedScript.ts); what is left is aIice, alıce, and names wholly in letters that look like Latin.

import { readFileSync } from 'node:fs'
import { foldName } from '#core/kernel/text.ts'

/** Character → what it looks like; read for the first sign-up. */
let prototypes: ReadonlyMap<string, string> | undefined

/** Whether somebody could take one name for the other. Equal names do. */
export function looksLike(name: string, other: string): boolean {
  const looks = looksOf(other)
  return looksOf(name).some((look) => looks.includes(look))
}

/** How a name looks as it is written, and in small letters: I looks like l, and i does not. */
const looksOf = (name: string): string[] => [skeleton(name), skeleton(foldName(name))]

function skeleton(name: string): string {
  prototypes ??= readPrototypes()
  const characters = Array.from(name.normalize('NFKC').normalize('NFD'))
  return foldName(characters.map((character) => prototypes!.get(character) ?? character).join(''))
}

function readPrototypes(): Map<string, string> {
  const lines = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [prototype, characters] = line.split('\t')
      return Array.from(characters ?? '', (character) => [character, prototype!] as const)
    }),
  )
}
