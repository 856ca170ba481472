// The row in which one chooses which changes of the trip stand between the messages of a conversation.

import { ChevronDown, WalletCards } from 'lucide-react'
import { useCardChoice } from '#web/chat/cardChoice.ts'
import { CARD_CHOICES, type CardChoice } from '#web/chat/engine/timeline/tripCards.ts'
import { InlineSelect } from '#web/ui/fields/SelectField.tsx'

const labels: Record<CardChoice, string> = {
  all: 'Everything',
  money: 'Money',
  plan: 'Plan',
  off: 'Nothing',
}

export function CardChoiceRow({ conversationId }: { conversationId: string }) {
  const [choice, choose] = useCardChoice(conversationId)
  return (
    <div className="flex min-h-11 items-center gap-3 py-1.5">
      <WalletCards aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">Plan and money</p>
        <p className="text-secondary text-muted">Changes between messages</p>
      </div>
      <InlineSelect
        label="Plan and money between messages"
        value={choice}
        options={CARD_CHOICES.map((value) => ({ value, label: labels[value] }))}
        onChange={(event) => choose(event.target.value as CardChoice)}
        className="text-muted"
      >
        <span>{labels[choice]}</span>
        <ChevronDown aria-hidden className="ms-1 inline size-4" />
      </InlineSelect>
    </div>
  )
}
