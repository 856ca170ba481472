// The form of a new group: its values and their validation.

import { type ParsedStartConversation, StartConversationBody } from '#core/chat/bodies.ts'
import { chatRefusals } from '#core/chat/contract.ts'
import { chatLimits } from '#core/chat/limits.ts'
import { resolverOf } from '#web/platform/form.ts'

export interface GroupValues {
  name: string
  description: string
  participant_ids: string[]
}

export const blankGroup: GroupValues = { name: '', description: '', participant_ids: [] }

export const groupResolver = resolverOf<GroupValues, ParsedStartConversation>(StartConversationBody, {
  read: (values) => ({ type: 'group', ...values }),
  also: ({ participant_ids: ids }) => {
    const tooMany = ids.length > chatLimits.group.others
    return tooMany ? { participant_ids: chatRefusals.TooManyPeople.text } : {}
  },
})
