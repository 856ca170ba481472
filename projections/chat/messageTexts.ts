// The read model of the words of messages, as a search compares them. Folding 100,000 messages takes seconds, looking
// through their folded words milliseconds, and reading them from a file less the fewer documents there are.

import type { ChatMessageEvent, GroupEvent, TripChatDeleted } from '#core/chat/events.ts'
import { searchable } from '#core/kernel/textSearch.ts'
import { projection } from '#projections/platform/projection.ts'

export const TEXTS_PER_DOCUMENT = 200

export interface MessageTexts {
  /** When the first of the messages was sent. */
  from: string
  /** A line for each message; an empty one for a deleted message, and for a change of the group. */
  lines: string
}

const documentOf = (seq: number): number => Math.floor((seq - 1) / TEXTS_PER_DOCUMENT)

export const messageTextsKey = (conversationId: string, seq: number): string =>
  `${conversationId}/${documentOf(seq)}`

export const messageTexts = projection<MessageTexts, ChatMessageEvent | GroupEvent | TripChatDeleted>({
  name: 'messageTexts',
  version: 1,
  key({ type, data }) {
    if (type === 'GroupRepeated') return null
    if (type === 'MessageSent' || type === 'GroupChanged')
      return messageTextsKey(data.conversationId, data.message.seq)
    if (type !== 'TripChatDeleted') return messageTextsKey(data.conversationId, data.seq)
    return Array.from({ length: documentOf(data.lastSeq) + 1 }, (_, n) => `${data.conversationId}/${n}`)
  },
  empty: () => ({ from: '', lines: '' }),
  on: {
    MessageSent: (doc, { data: { message } }) =>
      withNext(doc, message.createdAt, searchable([message.content])),
    GroupChanged: (doc, { data: { message } }) => withNext(doc, message.createdAt, ''),
    GroupRepeated: 'ignored',
    MessageEdited: (doc, { data }) => withLine(doc, data.seq, searchable([data.content])),
    MessageDeleted: (doc, { data }) => withLine(doc, data.seq, ''),
    ReactionAdded: 'ignored',
    ReactionRemoved: 'ignored',
    TripChatDeleted: () => null,
  },
})

const withNext = ({ from, lines }: MessageTexts, createdAt: string, line: string): MessageTexts =>
  from === '' ? { from: createdAt, lines: line } : { from, lines: `${lines}\n${line}` }

function withLine({ from, lines }: MessageTexts, seq: number, line: string): MessageTexts {
  const all = lines.split('\n')
  all[(seq - 1) % TEXTS_PER_DOCUMENT] = line
  return { from, lines: all.join('\n') }
}
