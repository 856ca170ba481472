// The rules of a group after its start: its name and description, who comes and who goes. Each change is a system message
// of the conversation, and holds the whole group.

import { type Decision, refuse } from '#core/kernel/decider.ts'
import { locale } from '#core/kernel/format.ts'
import { limits, refuseBeyond } from '#core/kernel/limits.ts'
import { shownName } from '#core/kernel/personName.ts'
import type { ChatPerson, ChatGroup, GroupEvent, Last } from '#core/chat/events.ts'
import { chatLimits } from '#core/chat/limits.ts'
import type { Conversation } from '#core/chat/membership.ts'

interface ByPerson {
  /** Of the system message. */
  messageId: string
  by: ChatPerson
  now: string
}

export type GroupCommand =
  | ({ type: 'ChangeGroup'; name?: string | undefined; description?: string | null | undefined } & ByPerson)
  | ({
      type: 'AddToGroup'
      people: readonly ChatPerson[]
      /** The largest number of conversations that one of them is in. */
      conversationCount: number
    } & ByPerson)
  | ({ type: 'RemoveFromGroup'; userId: string } & ByPerson)

const list = new Intl.ListFormat(locale)

export function decideGroup(
  command: GroupCommand,
  { id: conversationId, group }: Conversation,
  last: Last,
): Decision<GroupEvent> {
  if (!group) return refuse('NotAGroup')
  const { messageId, by, now } = command
  const changed = (
    changes: Partial<ChatGroup>,
    content: string,
    { added = [], removed = [] }: { added?: string[]; removed?: string[] } = {},
  ): GroupEvent[] => {
    const message = {
      id: messageId,
      seq: last.seq + 1,
      clientMessageId: null,
      content,
      messageType: 'system' as const,
      sender: by,
      replyTo: null,
      // The clock may have been set back.
      createdAt: now > last.at ? now : last.at,
    }
    const data = { conversationId, group: { ...group, ...changes }, added, removed, message }
    return [{ type: 'GroupChanged', data }]
  }

  switch (command.type) {
    case 'ChangeGroup': {
      const { name = group.name, description = group.description } = command
      const texts = [
        ...(name === group.name ? [] : [`renamed the group to “${name}”`]),
        ...(description === group.description ? [] : ['changed the description']),
      ]
      return texts.length === 0 ? [] : changed({ name, description }, texts.join(' and '))
    }
    case 'AddToGroup': {
      const added = command.people.filter(({ id }) => !group.people.some((person) => person.id === id))
      if (added.length === 0) return []
      if (group.people.length + added.length > chatLimits.group.others + 1) return refuse('TooManyPeople')
      const refusal = refuseBeyond(limits.conversationsOfPerson, command.conversationCount)
      if (refusal) return refusal
      const people = [...group.people, ...added.map((person) => ({ ...person, since: last.seq + 1 }))]
      return changed({ people }, `added ${list.format(added.map(shownName))}`, {
        added: added.map(({ id }) => id),
      })
    }
    case 'RemoveFromGroup': {
      const { userId } = command
      const removed = group.people.find(({ id }) => id === userId)
      if (!removed) return []
      const people = group.people.filter(({ id }) => id !== userId)
      // Who has been in it for longest follows.
      const organizerId = userId === group.organizerId ? (people[0]?.id ?? null) : group.organizerId
      const content = userId === by.id ? 'left' : `removed ${shownName(removed)}`
      return changed({ people, organizerId }, content, { removed: [userId] })
    }
  }
}
