// The summary of the settlement on the Money tab in a wide window: the reader's payments and the plan, a sentence each.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { SettlementResponse } from '#core/money/responses.ts'
import {
  ownPaymentsSentence,
  planSentence,
  type SentencePart,
} from '#web/money/settlement/summarySentences.ts'
import { NOTHING_TO_PAY } from '#web/money/settlement/personalBalance.ts'
import { useMyId } from '#web/platform/useMyId.ts'

export function SettlementSummary({
  settlement,
  currency,
}: {
  settlement: SettlementResponse
  currency: CurrencyCode
}) {
  const parts = ownPaymentsSentence(settlement.payments, useMyId(), currency)
  const plan = planSentence(settlement)
  return (
    // English sentences, even if one starts with a name in another script.
    <div dir="ltr" className="mt-2 grid gap-0.5 text-muted wide:mt-0">
      <p>{parts.length === 0 ? NOTHING_TO_PAY : parts.map(toElement)}</p>
      {plan !== null && <p>{plan}</p>}
    </div>
  )
}

/** A long name ends in dots, because its row below has all of it. */
const toElement = ({ text, isName }: SentencePart, index: number) =>
  isName ? (
    <bdi key={index} className="inline-block max-w-48 truncate align-bottom font-semibold text-text">
      {text}
    </bdi>
  ) : (
    <span key={index}>{text}</span>
  )
