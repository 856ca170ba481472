// Names who paid an expense, in a sentence.

import { locale } from '#core/kernel/format.ts'
import type { NamedRef } from '#core/money/responses.ts'

const list = new Intl.ListFormat(locale)

/** 'ann', 'ann and ben', 'the pool'. */
export const payersText = ({ payers }: { payers: 'pool' | readonly NamedRef[] }): string =>
  payers === 'pool' ? 'the pool' : list.format(payers.map(({ name }) => name))
