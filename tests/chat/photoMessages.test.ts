// Messages with photos, from the outbox to the rows of a conversation.

import { expect, test } from 'vitest'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { PendingChatCommand } from '#web/chat/engine/chatPorts.ts'
import { pendingMessages } from '#web/chat/engine/open/pendingMessages.ts'
import { createOutgoingMessages } from '#web/chat/engine/outgoingMessages.ts'
import * as timelines from '#web/chat/engine/timeline/timeline.ts'
import { canBeEdited, rowsOf } from '#web/chat/engine/timeline/timelineRows.ts'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'

const photo = (hash: string, type: AttachedFile['type'] = 'image/jpeg'): AttachedFile => ({
  ...{ hash, type, width: 4, height: 3, bytes: 5, thumb: null },
})

function outgoing() {
  const commands: PendingChatCommand[] = []
  const common = { id: 'new', at: '2026-05-02T10:00:00Z', isMemoryOnly: false, error: null }
  const messages = createOutgoingMessages({
    newKey: () => 'key',
    outbox: {
      commands: () => commands,
      add: (command) => void commands.push({ ...command, ...common, state: 'waiting' }),
      retry: () => undefined,
      discard: () => undefined,
    },
  })
  const bodies = () => commands.map(({ body }) => body as Record<string, unknown>)
  const rows = (timeline: timelines.Timeline = loaded()) => {
    const pending = timelines.withPendingMessages(timeline, pendingMessages(commands, timeline))
    return rowsOf(pending, { me: ann, dayOf: () => 'day' }).filter((row) => row.type === 'message')
  }
  return { messages, bodies, rows }
}

test('Photos are shown with their caption from the moment they are sent, and are of the type of what is sent', () => {
  const { messages, bodies, rows } = outgoing()
  const files = [photo('a'), photo('b')]
  messages.send('talk', 'Two views', null, [], files)
  messages.send('talk', '', null, [], [photo('c', 'application/pdf')])
  messages.send('talk', 'Words', null, [], [])
  expect(bodies().map(({ message_type: type }) => type)).toEqual(['image', 'file', undefined])
  expect(rows()[0]).toMatchObject({ content: 'Two views', messageType: 'image', status: 'waiting' })
  expect(rows()[0]!.files).toBe(files)
  expect(rows()[2]).toMatchObject({ messageType: 'text', files: [] })
})

/** A conversation with these messages, all loaded. */
const loaded = (...messages: MessageResponse[]) =>
  timelines.withPage(timelines.emptyTimeline, { type: 'newest', jump: false, limit: 50, epoch: 0 }, messages)
const photoOf = (message: MessageResponse): MessageResponse => ({
  ...message,
  ...{ message_type: 'image', files: [photo('a')] },
})

test('The caption of an own photo can be edited, an address of a photo cannot', () => {
  const { rows } = outgoing()
  const server = conversationModel()
  const withPhoto = photoOf(server.say(ann, ''))
  const address = { ...server.say(ann, 'https://example.com/a.jpg'), message_type: 'image' as const }
  expect(rows(loaded(withPhoto, address)).map(canBeEdited)).toEqual([true, false])
})

test('A reply to a photo without a caption knows that it quotes one, and that it was deleted', () => {
  const { messages, rows } = outgoing()
  const server = conversationModel()
  const quoted = photoOf(server.say(ben, ''))
  const { id, content, sender } = quoted
  const reply = {
    ...server.say(ben, 'Nice'),
    reply_to: { id, content, sender, message_type: 'image' as const },
  }
  messages.send('talk', 'Indeed', quoted.id, [])
  const quotes = (of: MessageResponse) => rows(loaded(of, reply)).map(({ replyTo }) => replyTo)
  expect(quotes(quoted)).toMatchObject([null, { message_type: 'image' }, { message_type: 'image' }])
  expect(quotes({ ...quoted, files: [], deleted: true })).toMatchObject([
    null,
    { deleted: true },
    { deleted: true },
  ])
})
