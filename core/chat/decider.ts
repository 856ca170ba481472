// The rules of a conversation. Permissions were checked before (access.ts). A conversation grows without limit, so the
// state holds only how it began, and a short form of its newest messages and edits.

import { refuse, isRefusal, type Decider, type Decision, type RecordedEventOf } from '#core/kernel/decider.ts'
import { limits, refuseBeyond } from '#core/kernel/limits.ts'
import { attached } from '#core/kernel/files.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { sha256Hex } from '#core/kernel/ids.ts'
import { BoundedMap } from '#core/kernel/boundedMap.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { ParsedSendMessage, ParsedStartConversation } from '#core/chat/bodies.ts'
import { chatLimits } from '#core/chat/limits.ts'
import { decideGroup, type GroupCommand } from '#core/chat/groupRules.ts'
import type { ConversationEvent, Last, Message, ChatPerson, MessageQuote } from '#core/chat/events.ts'
import type { Mentionable } from '#core/chat/access.ts'
import { EVERYBODY, areWellPlaced, movedMentions, type Mention } from '#core/chat/mentions.ts'
import { evolveMembership, REPEAT_GROUP_AFTER, type Membership } from '#core/chat/membership.ts'
import { emojiFrom, hasReacted } from '#core/chat/reactions.ts'
import type { MessageRecord } from '#core/chat/toResponse.ts'

export interface ConversationState extends Membership {
  last: Last
  /** Message id → its first content as a `contentKey`, of the newest messages. */
  contentKeys: BoundedMap<string>
  /** Message id → its current text as a `shortKey`, of the newest edits. */
  edited: BoundedMap<string>
  /** Ids of the newest deleted messages. */
  deleted: BoundedMap<true>
  /** `reactionKey` → whether it stands, of the newest changes. */
  reacted: BoundedMap<boolean>
  /** The time of the newest change of a message, RFC 3339 UTC; '' while there is none. */
  changedAt: string
  /** Of a trip chat, as far as they are known: a change of them can be older than the folded events. */
  texts: { name?: string; description?: string | null }
  /** Of the newest folded event. */
  revision: number
  /** Of the newest event that contains the group; null while the group is as it was started. */
  groupRevision: number | null
}

export type ConversationCommand =
  | {
      type: 'StartConversation'
      id: string
      body: ParsedStartConversation
      by: ChatPerson
      others: readonly ChatPerson[]
      /** The largest number of conversations that one of its people is in. */
      conversationCount: number
    }
  | {
      type: 'CreateTripChat'
      id: string
      tripId: string
      name: string
      description: string | null
      by: ChatPerson
      chatCount: number
    }
  | { type: 'ChangeTripChat'; name?: string | undefined; description?: string | null | undefined }
  | { type: 'DeleteTripChat' }
  | GroupCommand
  | {
      type: 'SendMessage'
      messageId: string
      body: ParsedSendMessage
      by: ChatPerson
      quote: MessageQuote | null
      /** The message of this id when it is older than the messages in the state. */
      earlier: MessageRecord | null
      mentionable: Mentionable
      now: string
    }
  | {
      type: 'EditMessage'
      message: MessageRecord | null
      content: string
      /** Null: those stay whose part of the text stays. */
      mentions: readonly Mention[] | null
      by: ChatPerson
      mentionable: Mentionable
      now: string
    }
  | { type: 'DeleteMessage'; message: MessageRecord | null; now: string }
  | ({ type: 'AddReaction' } & ReactionChange)
  | ({ type: 'RemoveReaction' } & ReactionChange)

interface ReactionChange {
  message: MessageRecord | null
  /** As the person sent it. */
  emoji: string
  by: ChatPerson
  now: string
}

/** The number of newest events that are folded; the state holds the messages and edits among them. */
export const FOLDED_EVENTS = 10_000

export const conversationStreamType: StreamType<ConversationState, ConversationCommand, ConversationEvent> &
  Decider<ConversationState, ConversationCommand, ConversationEvent> = {
  prefix: 'conversation-',
  foldWindow: FOLDED_EVENTS,
  initialState: () => ({
    conversation: null,
    isDeleted: false,
    last: { seq: 0, at: '' },
    contentKeys: new BoundedMap(FOLDED_EVENTS),
    edited: new BoundedMap(FOLDED_EVENTS),
    deleted: new BoundedMap(FOLDED_EVENTS),
    reacted: new BoundedMap(FOLDED_EVENTS),
    changedAt: '',
    texts: {},
    revision: -1,
    groupRevision: null,
  }),
  evolve,
  decide,
}

function evolve(state: ConversationState, event: RecordedEventOf<ConversationEvent>): void {
  evolveMembership(state, event)
  const { type, data } = event
  if (type === 'GroupChanged' || type === 'GroupRepeated') state.groupRevision = event.revision
  if (type === 'MessageSent' || type === 'GroupChanged') {
    const { id, seq, createdAt: at } = data.message
    advance(state, { seq, at })
    state.contentKeys.set(id, contentKey(data.message))
  } else if (type === 'MessageEdited') {
    advance(state, data.last)
    state.changedAt = data.editedAt
    state.edited.set(data.messageId, textKey(data))
  } else if (type === 'MessageDeleted') {
    advance(state, data.last)
    state.changedAt = data.at
    state.deleted.set(data.messageId, true)
  } else if (type === 'ReactionAdded' || type === 'ReactionRemoved') {
    advance(state, data.last)
    state.changedAt = data.at
    state.reacted.set(reactionKey(data), type === 'ReactionAdded')
  } else if (type === 'TripChatChanged') advance(state, data.last)
  keepTexts(state, event)
}

function keepTexts(state: ConversationState, { type, data, revision }: RecordedEventOf<ConversationEvent>) {
  if (revision !== state.revision + 1) state.texts = {}
  state.revision = revision
  if (type !== 'TripChatCreated' && type !== 'TripChatChanged') return
  const { name, description } = data
  state.texts = {
    ...state.texts,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
}

/** So that no number is given twice after an event that was written without regard to the newest (docs/decisions/0230). */
function advance(state: ConversationState, last: Last): void {
  if (last.seq >= state.last.seq) state.last = last
}

/** Identifies a message's content: the same content under the same id is a retry, other content is another message. */
function contentKey({
  content,
  replyTo,
  files = [],
}: Pick<Message, 'content' | 'replyTo' | 'files'>): string {
  return shortKey(JSON.stringify([content, replyTo?.id ?? null, ...files.map(({ hash }) => hash)]))
}

/** Identifies a text with its mentions. */
const textKey = ({ content, mentions = [] }: Pick<Message, 'content' | 'mentions'>): string =>
  shortKey(mentions.length === 0 ? content : JSON.stringify([content, mentions]))

/** Without people who have left since the text was written, and `@all` of who is no organizer any more: the words are kept. */
const allowedMentions = (mentions: readonly Mention[], { ids, all }: Mentionable): Mention[] =>
  mentions.filter(({ userId }) => (userId === EVERYBODY ? all : ids.includes(userId)))

/** Equal texts give equal results. Most messages are shorter than a hash, and hashing 10,000 takes 0.1 s. */
function shortKey(text: string): string {
  return text.length <= 128 ? `=${text}` : sha256Hex(text)
}

function decide(command: ConversationCommand, state: ConversationState): Decision<ConversationEvent> {
  const decision = decideAlone(command, state)
  const { conversation, groupRevision, revision } = state
  if (isRefusal(decision) || decision.length === 0 || groupRevision === null) return decision
  if (revision - groupRevision < REPEAT_GROUP_AFTER || decision[0]!.type === 'GroupChanged') return decision
  const data = { conversationId: conversation!.id, group: conversation!.group! }
  return [...decision, { type: 'GroupRepeated', data }]
}

function decideAlone(command: ConversationCommand, state: ConversationState): Decision<ConversationEvent> {
  const { conversation, isDeleted, last } = state
  if (isDeleted) return notFound()
  if (command.type === 'StartConversation') return start(command, state)
  if (command.type === 'CreateTripChat')
    return conversation
      ? []
      : (refuseBeyond(limits.chatsOfTrip, command.chatCount) ?? createTripChat(command))
  if (!conversation) return notFound()
  const conversationId = conversation.id
  switch (command.type) {
    case 'ChangeTripChat': {
      const { name, description } = command
      const { texts } = state
      const changes = {
        ...(name === undefined || name === texts.name ? {} : { name }),
        ...(description === undefined || description === texts.description ? {} : { description }),
      }
      if (Object.keys(changes).length === 0) return []
      const tripId = conversation.tripId!
      return [{ type: 'TripChatChanged', data: { conversationId, tripId, ...changes, last } }]
    }
    case 'DeleteTripChat': {
      const tripId = conversation.tripId!
      return [{ type: 'TripChatDeleted', data: { conversationId, tripId, lastSeq: last.seq } }]
    }
    case 'ChangeGroup':
    case 'AddToGroup':
    case 'RemoveFromGroup':
      return decideGroup(command, conversation, last)
    case 'SendMessage':
      return sendMessage(command, state, conversationId)
    case 'EditMessage': {
      const { message, content, by, mentionable, now } = command
      if (!message) return notFound()
      if (message.sender.id !== by.id) return refuse('NotYourMessage')
      if (isDeletedMessage(message, state)) return refuse('MessageIsDeleted')
      // The read models may lack the newest edit.
      const before = message.mentions ?? []
      const ids = [...mentionable.ids, ...before.map(({ userId }) => userId)]
      const all = mentionable.all || ids.includes(EVERYBODY)
      const mentions = command.mentions
        ? allowedMentions(command.mentions, { ids, all })
        : movedMentions(message.content, content, before)
      const text = { content, ...(mentions.length > 0 && { mentions }) }
      if ((state.edited.get(message.id) ?? textKey(message)) === textKey(text)) return []
      if (!areWellPlaced(content, command.mentions ?? [])) return refuse('WrongMentions')
      const { at: editedAt, ...of } = changeOf(message, state, now)
      return [{ type: 'MessageEdited', data: { ...of, ...text, editedAt } }]
    }
    case 'DeleteMessage': {
      const { message, now } = command
      if (!message) return notFound()
      if (isDeletedMessage(message, state)) return []
      const hashes = message.files?.map(({ hash }) => hash)
      const data = { ...changeOf(message, state, now), ...(hashes && { files: hashes }) }
      return [{ type: 'MessageDeleted', data }]
    }
    case 'AddReaction':
    case 'RemoveReaction':
      return changeReaction(command, state)
  }
}

/** The read models may lack the newest changes. */
const isDeletedMessage = ({ id, isDeleted }: MessageRecord, state: ConversationState): boolean =>
  isDeleted === true || state.deleted.has(id)

/** The data of a change of the message, which is its newest version. */
function changeOf({ id, seq, updatedAt }: MessageRecord, state: ConversationState, now: string) {
  const { conversation, last, changedAt } = state
  const at = laterThanAll(now, [last.at, changedAt, updatedAt])
  return { conversationId: conversation!.id, messageId: id, seq, at, last }
}

const reactionKey = (of: { messageId: string; emoji: string; userId: string }): string =>
  `${of.messageId} ${of.userId} ${of.emoji}`

function changeReaction(
  { type, message, emoji: sent, by: { id: userId }, now }: ReactionChange & { type: string },
  state: ConversationState,
): Decision<ConversationEvent> {
  const isSet = type === 'AddReaction'
  const emoji = emojiFrom(sent)
  if (emoji === null) return refuse('OneEmoji')
  if (!message) return notFound()
  if (isDeletedMessage(message, state)) return isSet ? refuse('MessageIsDeleted') : []
  const { reactions = [], id: messageId } = message
  const has =
    state.reacted.get(reactionKey({ messageId, emoji, userId })) ?? hasReacted(reactions, emoji, userId)
  if (has === isSet) return []
  const isNew = !reactions.some((reaction) => reaction.emoji === emoji)
  if (isSet && isNew && reactions.length >= chatLimits.reactions.max) return refuse('TooManyReactions')
  const data = { ...changeOf(message, state, now), emoji, userId }
  return [isSet ? { type: 'ReactionAdded', data } : { type: 'ReactionRemoved', data }]
}

function start(
  { id, body, by, others, conversationCount }: Extract<ConversationCommand, { type: 'StartConversation' }>,
  { conversation }: ConversationState,
): Decision<ConversationEvent> {
  const people = [by, ...others]
  const limitRefusal = refuseBeyond(limits.conversationsOfPerson, conversationCount)
  if (body.type === 'direct') {
    if (others.length !== 1) return refuse('OneOtherPerson')
    if (conversation) return []
    return limitRefusal ?? [{ type: 'DirectConversationStarted', data: { conversationId: id, people } }]
  }
  if (others.length === 0) return refuse('NobodyElse')
  if (others.length > chatLimits.group.others) return refuse('TooManyPeople')
  const { name, description } = body
  if (conversation) return []
  const started = { conversationId: id, name, description, people, startedBy: by }
  return limitRefusal ?? [{ type: 'GroupStarted', data: started }]
}

function createTripChat({
  id: conversationId,
  tripId,
  name,
  description,
  by: createdBy,
}: Extract<ConversationCommand, { type: 'CreateTripChat' }>): Decision<ConversationEvent> {
  return [{ type: 'TripChatCreated', data: { conversationId, tripId, name, description, createdBy } }]
}

function sendMessage(
  {
    messageId,
    body,
    by,
    quote,
    earlier,
    mentionable,
    now,
  }: Extract<ConversationCommand, { type: 'SendMessage' }>,
  state: ConversationState,
  conversationId: string,
): Decision<ConversationEvent> {
  if (body.message_type !== 'text' && !body.files?.length) return refuse('OnlyTextIsSent')
  if (body.reply_to && !quote) return notFound()
  const mentions = allowedMentions(body.mentions ?? [], mentionable)
  const message: Message = {
    id: messageId,
    seq: state.last.seq + 1,
    clientMessageId: body.client_message_id ?? null,
    content: body.content,
    messageType: body.message_type,
    ...attached('files', body.files),
    sender: by,
    replyTo: quote,
    createdAt: later(now, state.last.at),
    ...(mentions.length > 0 && { mentions }),
  }
  const sentBefore = state.contentKeys.get(messageId)
  if (sentBefore !== undefined) return sentBefore === contentKey(message) ? [] : refuse('ClientIdReused')
  if (earlier) return isRetryOf(earlier, message) ? [] : refuse('ClientIdReused')
  if (!areWellPlaced(body.content, body.mentions ?? [])) return refuse('WrongMentions')
  return [{ type: 'MessageSent', data: { conversationId, message } }]
}

/** The read models have only the current text of an edited message, so for it the id and the quote decide. */
function isRetryOf(earlier: MessageRecord, message: Message): boolean {
  return earlier.isEdited
    ? earlier.replyTo?.id === message.replyTo?.id
    : contentKey(earlier) === contentKey(message)
}

/** `now`, or 1 ms after the latest of `before`: clients take the later of two copies, and the clock may be set back. */
function laterThanAll(now: string, before: readonly string[]): string {
  const latest = before.reduce(later)
  return now > latest ? now : new Date(Date.parse(latest) + 1).toISOString()
}

/** Keeps a conversation's times in order when the clock was set back. Both are RFC 3339 UTC. */
function later(a: string, b: string): string {
  return a > b ? a : b
}
