// Which changes of the trip stand between the messages of a conversation: stored on this device, for its person.

import { proxy, useSnapshot } from 'valtio'
import { CARD_CHOICES, type CardChoice } from '#web/chat/engine/timeline/tripCards.ts'
import { readItem, removeStored, writeItem } from '#web/platform/storage/localStorage.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'

const chosen = proxy<Record<string, CardChoice>>({})

const storedChoice = (key: string): CardChoice =>
  CARD_CHOICES.find((choice) => choice === readItem(key)) ?? 'all'

/** The choice, and a function that changes it. */
export function useCardChoice(conversationId: string): readonly [CardChoice, (choice: CardChoice) => void] {
  const key = `cards:${useMyId()}:${conversationId}`
  const choose = (choice: CardChoice) => {
    chosen[key] = choice
    if (choice === 'all') removeStored(key)
    else writeItem(key, choice)
  }
  return [useSnapshot(chosen)[key] ?? storedChoice(key), choose]
}
