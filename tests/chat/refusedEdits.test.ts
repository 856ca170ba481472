// Edits that the server refused, beside later edits of the same message.

import { expect, test } from 'vitest'
import type { ChatOutbox, PendingChatCommand } from '#web/chat/engine/chatPorts.ts'
import { pendingChanges } from '#web/chat/engine/open/pendingMessages.ts'
import { createOutgoingMessages } from '#web/chat/engine/outgoingMessages.ts'

/** An outbox whose commands wait until the test settles them. */
function waitingOutbox() {
  let commands: PendingChatCommand[] = []
  const retried: string[] = []
  const discard = (key: string) => void (commands = commands.filter((command) => command.key !== key))
  const outbox: ChatOutbox = {
    commands: () => commands,
    add(command) {
      const common = { id: 'new', at: '', isMemoryOnly: false, error: null }
      commands = [...commands, { ...command, ...common, state: 'waiting' }]
    },
    retry: (key) => void retried.push(key),
    discard,
  }
  let nr = 0
  return {
    messages: createOutgoingMessages({ outbox, newKey: () => `edit ${++nr}` }),
    retried,
    keys: () => commands.map(({ key }) => key),
    shown: () => pendingChanges(commands).get('message')?.edit?.content,
    done: discard,
    refuse(key: string): void {
      commands = commands.map((command) =>
        command.key === key ? { ...command, state: 'refused', error: 'No' } : command,
      )
    },
  }
}

test('A new edit of a message replaces one that was refused, and no edit of another message', () => {
  const { messages, refuse, done, shown, keys } = waitingOutbox()
  messages.edit('talk', 'message', 'Too long')
  messages.edit('talk', 'other', 'Other')
  refuse('edit 1')
  refuse('edit 2')
  messages.edit('talk', 'message', 'Shorter')
  done('edit 3')
  expect(shown()).toBeUndefined()
  expect(keys()).toEqual(['edit 2'])
})

test('An edit that is refused while a later one waits goes once the later one is stored', () => {
  const { messages, refuse, done, shown } = waitingOutbox()
  messages.edit('talk', 'message', 'Too long')
  messages.edit('talk', 'message', 'Shorter')
  refuse('edit 1')
  expect(shown()).toBe('Shorter')
  done('edit 2')
  messages.edited('message')
  expect(shown()).toBeUndefined()
})

test('Retry and Delete are about the edit that is shown, the latest one', () => {
  const { messages, refuse, retried, keys } = waitingOutbox()
  messages.edit('talk', 'message', 'Too long')
  messages.edit('talk', 'message', 'Still too long')
  refuse('edit 1')
  refuse('edit 2')
  messages.retry('message')
  expect(retried).toEqual(['edit 2'])
  messages.discard('message')
  expect(keys()).toEqual(['edit 1'])
})
