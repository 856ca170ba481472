// The read model of a conversation for a list: its name, its people, its last message.

import type { ConversationEvent, GroupMember, Message, ChatPerson } from '#core/chat/events.ts'
import type { MessageRecord } from '#core/chat/toResponse.ts'
import type { Mention } from '#core/chat/mentions.ts'
import type { ReadMarker } from '#core/chat/unread.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface ConversationDoc {
  id: string
  type: 'direct' | 'group' | 'trip_chat'
  tripId: string | null
  /** null for a trip chat: its people are the trip's. */
  people: readonly GroupMember[] | null
  name: string | null
  description: string | null
  /** Of a trip chat. */
  createdBy: ChatPerson | null
  /** Of a group; null when everybody has left. */
  organizerId: string | null
  createdAt: string
  updatedAt: string
  lastSeq: number
  /** Without what it quotes, and without its files. */
  last: (Omit<Message, 'files'> & Pick<MessageRecord, 'isDeleted'>) | null
  /** User id → how many messages they have sent. */
  sent: Readonly<Record<string, number>>
  systemCount: number
  /** The newest messages with mentions, in order. */
  mentioning: readonly { seq: number; by: string; userIds: readonly string[] }[]
  /** User id → where those who were added began to read. */
  joined: Readonly<Record<string, Pick<ReadMarker, 'seq' | 'own'>>>
}

const begun = (id: string, type: ConversationDoc['type'], at: string): ConversationDoc => ({
  id,
  type,
  tripId: null,
  people: null,
  name: null,
  description: null,
  createdBy: null,
  organizerId: null,
  createdAt: at,
  updatedAt: at,
  lastSeq: 0,
  last: null,
  sent: {},
  systemCount: 0,
  mentioning: [],
  joined: {},
})

export const conversations = projection<ConversationDoc, ConversationEvent>({
  name: 'conversations',
  version: 5,
  key: ({ stream }) => idIn(stream),
  empty: (id) => begun(id, 'direct', ''),
  on: {
    DirectConversationStarted: (_, { data, meta }) => ({
      ...begun(data.conversationId, 'direct', meta.at),
      people: data.people,
    }),
    GroupStarted: (_, { data, meta }) => ({
      ...begun(data.conversationId, 'group', meta.at),
      people: data.people,
      name: data.name,
      description: data.description,
      organizerId: data.startedBy.id,
    }),
    GroupChanged: (doc, { data: { group, added, message } }) => ({
      ...withMessage({ ...doc, ...group }, message),
      systemCount: doc.systemCount + 1,
      joined: {
        ...doc.joined,
        ...Object.fromEntries(
          added.map((id) => [id, { seq: message.seq - 1, own: (doc.sent[id] ?? 0) + doc.systemCount }]),
        ),
      },
    }),
    GroupRepeated: 'ignored',
    TripChatCreated: (_, { data, meta }) => ({
      ...begun(data.conversationId, 'trip_chat', meta.at),
      tripId: data.tripId,
      name: data.name,
      description: data.description,
      createdBy: data.createdBy,
    }),
    TripChatChanged: (doc, { data: { name = doc.name, description = doc.description }, meta }) => ({
      ...doc,
      name,
      description,
      // The clock may have been set back.
      updatedAt: meta.at > doc.updatedAt ? meta.at : doc.updatedAt,
    }),
    TripChatDeleted: () => null,
    MessageSent: (
      doc,
      {
        data: {
          message: { files: _, ...message },
        },
      },
    ) => ({
      ...withMessage(doc, message),
      mentioning: withMentions(doc, message, message.mentions),
      sent: { ...doc.sent, [message.sender.id]: (doc.sent[message.sender.id] ?? 0) + 1 },
    }),
    MessageEdited: (doc, { data, meta }) => ({
      ...doc,
      mentioning: withMentions(doc, { seq: data.seq, sender: { id: meta.actor } }, data.mentions),
      ...(doc.last?.id === data.messageId && { last: { ...doc.last, content: data.content } }),
    }),
    MessageDeleted: (doc, { data }) => ({
      ...doc,
      mentioning: withMentions(doc, { seq: data.seq, sender: { id: '' } }, undefined),
      ...(doc.last?.id === data.messageId && {
        last: { ...doc.last, content: '', isDeleted: true as const },
      }),
    }),
    ReactionAdded: 'ignored',
    ReactionRemoved: 'ignored',
  },
})

const withMessage = (doc: ConversationDoc, message: Message): ConversationDoc => ({
  ...doc,
  updatedAt: message.createdAt,
  lastSeq: message.seq,
  last: { ...message, replyTo: null },
})

/** More of them are not counted. */
const MAX_MENTIONING = 50

function withMentions(
  { mentioning }: ConversationDoc,
  { seq, sender }: { seq: number; sender: { id: string } },
  mentions: readonly Mention[] = [],
): ConversationDoc['mentioning'] {
  const others = mentioning.some((one) => one.seq === seq)
    ? mentioning.filter((one) => one.seq !== seq)
    : mentioning
  if (mentions.length === 0) return others
  const userIds = [...new Set(mentions.map(({ userId }) => userId))]
  const all = [...others, { seq, by: sender.id, userIds }]
  return all.sort((a, b) => a.seq - b.seq).slice(-MAX_MENTIONING)
}
