// The sentence of a change, in which its person has weight.

import type { HistoryEntry } from '#core/history/contract.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'

export function ChangeSentence({ text, actor }: Pick<HistoryEntry, 'text' | 'actor'>) {
  const name = isolateBidi(actor.username)
  if (!text.startsWith(`${name} `)) return text
  return (
    <>
      <b className="font-semibold">{name}</b>
      <span>{text.slice(name.length)}</span>
    </>
  )
}
