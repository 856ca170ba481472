// Writes api/people/confusables.txt, the characters of usernames that look like others, from the file of that name of
// https://www.unicode.org/Public/security/latest: node scripts/generateConfusables.ts <file>

import { readFileSync, writeFileSync } from 'node:fs'

const source = readFileSync(process.argv[2]!, 'utf8').replace('\ufeff', '')
const toText = (points: string) =>
  String.fromCodePoint(
    ...points
      .trim()
      .split(' ')
      .map((point) => Number.parseInt(point, 16)),
  )

/** What a character looks like → the characters. */
const lookalikes = new Map<string, string>()
for (const [, from, to] of source.matchAll(/^([\dA-F]+) *;\t([\dA-F ]+);/gm)) {
  const [character, prototype] = [toText(from!), toText(to!)]
  // Others are in no name (core/people/signUp.ts), or are replaced before the table is used.
  const isInNames = /^[\p{L}\p{M}\p{Nd}._-]$/u.test(character)
  const isNormalized = character.normalize('NFKC') === character && character.normalize('NFD') === character
  if (isInNames && isNormalized) lookalikes.set(prototype, (lookalikes.get(prototype) ?? '') + character)
}
// With the version, the copyright and the terms of use.
const head = source.slice(0, source.indexOf('# For documentation'))
const lines = [...lookalikes].map(([prototype, characters]) => `${prototype}\t${characters}`).toSorted()
writeFileSync(
  new URL('../api/people/confusables.txt', import.meta.url),
  `${head}# Reduced by scripts/generateConfusables.ts: what it looks like, then the characters.\n${lines.join('\n')}\n`,
)
