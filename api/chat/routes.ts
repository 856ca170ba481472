// The routes of conversations and of trip chats. The conversation routes also serve trip chats, because a trip chat is a
// conversation.

import * as contract from '#core/chat/contract.ts'
import { getTripChat, listTripChats } from '#core/chat/tripChatContract.ts'
import { conversationMatcher } from '#core/chat/conversationSearch.ts'
import { chatLimits } from '#core/chat/limits.ts'
import { compareNewestFirst } from '#core/chat/newestFirst.ts'
import { conversationOperations } from '#core/chat/operations.ts'
import { toMessageResponse } from '#core/chat/toResponse.ts'
import { readAt, readUpTo } from '#core/chat/unread.ts'
import {
  ChangeTripChatOperation,
  CreateTripChatOperation,
  DeleteTripChatOperation,
} from '#core/chat/tripChats.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { readMarkers } from '#projections/chat/readMarkers.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { findMessage, withPresentQuotes } from '#api/chat/lookups.ts'
import {
  readConversations,
  accessConversation,
  accessTripChat,
  readConversationResponse,
} from '#api/chat/conversationAccess.ts'
import { readMessagePage } from '#api/chat/messagePage.ts'
import { readMessageSearch } from '#api/chat/messageSearch.ts'
import { markerIn, toConversationResponse, toTripChatResponse } from '#api/chat/toResponse.ts'
import { operationRoute, type Respond } from '#api/platform/operationRoute.ts'
import { parseChoice } from '#api/platform/http/parseChoice.ts'
import { HttpError, validationError, rateLimited, unavailable } from '#api/platform/http/httpError.ts'
import { tripForParticipant } from '#api/platform/membership.ts'
import { readPage, singleQuery } from '#api/platform/http/query.ts'
import { authenticatedRoute, type Route, type AuthenticatedRequest } from '#api/platform/http/route.ts'
import type { Buckets } from '#api/platform/nodes.ts'
import type { ChatResponse } from '#core/chat/conversationContext.ts'
import { READ_YOUR_WRITES_MS } from '#core/kernel/limits.ts'
import { START } from '#core/store/eventStore.ts'

export function chatRoutes(deps: ChatDeps): Route[] {
  const { readModels, chatLookups } = deps
  const operations = conversationOperations(chatLookups)
  const limitRate = createMessageRateLimit(deps.buckets)

  const respondWithMessage = respondFromReadModel(deps, async (id, { params }) => {
    const message = await findMessage(readModels, params['conversationId']!, id)
    return message && { message: toMessageResponse(params['conversationId']!, message) }
  })

  const respondWithConversation = respondFromReadModel(deps, async (id, { by }) => ({
    conversation: await readConversationResponse(deps, id, by.id),
  }))

  const findChat = async (id: string, { params, by }: AuthenticatedRequest) => {
    const trip = await accessTripChat(deps, { tripId: params['tripId']!, chatId: id, userId: by.id })
    const doc = await readModels.find(conversations, id)
    return doc && { chat: toTripChatResponse(doc, await readModels.get(readMarkers, id), trip, by.id) }
  }
  const respondWithChat = respondFromReadModel(deps, findChat)

  return [
    operationRoute(operations.StartConversationOperation, deps, respondWithConversation),
    operationRoute(operations.ChangeGroupOperation, deps, respondWithConversation),
    operationRoute(operations.AddToGroupOperation, deps, respondWithConversation),
    operationRoute(operations.RemoveFromGroupOperation, deps),
    operationRoute(operations.LeaveGroupOperation, deps),
    limitRate(operationRoute(operations.SendMessageOperation, deps, respondWithMessage)),
    limitRate(operationRoute(operations.EditMessageOperation, deps, respondWithMessage)),
    limitRate(operationRoute(operations.DeleteMessageOperation, deps, respondWithMessage)),
    limitRate(operationRoute(operations.AddReactionOperation, deps, respondWithMessage)),
    limitRate(operationRoute(operations.RemoveReactionOperation, deps, respondWithMessage)),
    operationRoute(operations.SetNotificationsOperation, deps),
    operationRoute(operations.MarkConversationReadOperation, deps),
    operationRoute(CreateTripChatOperation, deps, respondWithChat),
    operationRoute(ChangeTripChatOperation, deps, respondWithChat),
    operationRoute(DeleteTripChatOperation, deps),

    authenticatedRoute(contract.listConversations, async ({ query, by }) => {
      const params = singleQuery(query, ['limit', 'offset', 'type', 'search'])
      const { limit, offset } = readPage(params)
      const type = parseChoice('type', params.type, ['direct', 'group', 'trip_chat'])
      const matches = conversationMatcher(readSearch('search', params.search), by.id)
      const all = (await readConversations(deps, by.id)).filter(
        (chat) => (!type || chat.type === type) && (!matches || matches(chat.response())),
      )
      const page = all.slice(offset, offset + limit)
      const elsewhere = all.filter((chat) => chat.unread_count > 0 && !page.includes(chat))
      return {
        body: {
          conversations: page.map(({ response }) => response()),
          unread_elsewhere: elsewhere.map(
            ({ id, trip_id, unread_count, mention_count = 0, notifications }) => ({
              ...{ id, trip_id, unread_count, mention_count },
              ...(notifications && { notifications }),
            }),
          ),
          pagination: { limit, offset, total: all.length },
        },
      }
    }),

    authenticatedRoute(contract.getConversation, async ({ params, by }) => ({
      body: { conversation: await readConversationResponse(deps, params['conversationId']!, by.id) },
    })),

    authenticatedRoute(contract.listMessages, async ({ params, query, by }) => {
      const { doc, trip, firstSeq } = await accessConversation(deps, params['conversationId']!, by.id)
      const { messages, hasMore } = await readMessagePage(readModels, doc, query, firstSeq)
      const shown = await withPresentQuotes(readModels, doc.id, messages)
      const responses = shown.map((message) => toMessageResponse(doc.id, message))
      const others = (trip?.participants ?? doc.people ?? []).filter(({ id }) => id !== by.id)
      const markers = await readModels.get(readMarkers, doc.id)
      const readBy = readUpTo(
        (id) => markerIn(doc, markers, id),
        others.map(({ id }) => id),
      )
      const readSeq = Math.max(0, ...Object.values(readBy))
      return {
        body: {
          messages: responses,
          has_more: hasMore,
          read_seq: readSeq,
          read_by: readBy,
          ...(firstSeq > 1 && { first_seq: firstSeq }),
        },
      }
    }),

    authenticatedRoute(contract.searchMessages, async ({ query, by }) => {
      const { q, ...params } = singleQuery(query, ['q', 'conversation', 'before'])
      return { body: await readMessageSearch(deps, by.id, { text: readSearch('q', q), ...params }) }
    }),

    authenticatedRoute(contract.listReaders, async ({ params, by }) => {
      const { doc, trip, firstSeq } = await accessConversation(deps, params['conversationId']!, by.id)
      const message = await findMessage(readModels, doc.id, params['messageId']!)
      if (!message || message.seq < firstSeq) throw new HttpError(404, 'NOT_FOUND', 'Message not found')
      const markers = await readModels.get(readMarkers, doc.id)
      const readers = toConversationResponse(doc, markers, trip, by.id).participants.flatMap(
        ({ id, username, since }) => {
          const marker = id === message.sender.id ? undefined : markers?.[id]
          // Who came later has not read it.
          if (!marker || marker.seq < message.seq || (since ?? 1) > message.seq) return []
          return [{ id, username, at: readAt(marker.marks, message.seq) }]
        },
      )
      return { body: { readers: readers.slice(0, MAX_READERS) } }
    }),

    authenticatedRoute(listTripChats, async ({ params, by }) => {
      const trip = await tripForParticipant(deps, params['tripId']!, by.id)
      const ids = (await readModels.get(chatsOfTrip, trip.id)) ?? []
      const [docs, markers] = await Promise.all([
        readModels.getMany(conversations, ids),
        readModels.getMany(readMarkers, ids),
      ])
      const chats = docs.flatMap((doc, index) =>
        doc ? [toTripChatResponse(doc, markers[index] ?? null, trip, by.id)] : [],
      )
      return { body: { chats: chats.sort(compareNewestFirst) } }
    }),

    authenticatedRoute(getTripChat, async (incoming) => {
      const body = await findChat(incoming.params['chatId']!, incoming)
      if (!body) throw new HttpError(404, 'NOT_FOUND', 'Trip chat not found')
      return { body }
    }),
  ]
}

/** Named to the author of a message. */
const MAX_READERS = 50

/** @throws HttpError 400 for a long one, because every conversation is compared with each of its words */
function readSearch(key: string, search = ''): string {
  const { max } = chatLimits.search
  if (search.length > max) throw validationError({ [key]: `${key} must have at most ${max} characters` })
  return search
}

const PER_SECOND = 5
const BURST = 20

/**
 * Limits messages to five a second for each person, with bursts of twenty (docs/decisions.md §3), for all routes together. An
 * edit is published like a message, so it counts as one.
 */
function createMessageRateLimit(buckets: Buckets): (route: Route) => Route {
  const takeToken = buckets('messages', PER_SECOND, BURST)
  return (route) => {
    if (route.access !== 'signed-in') return route
    return {
      ...route,
      async handler(incoming: AuthenticatedRequest) {
        if (await takeToken(incoming.by.id)) return route.handler(incoming)
        throw rateLimited('That was too fast. Please wait a moment.')
      },
    }
  }
}

/**
 * Responds to a command of a conversation with the message or conversation that it created or that existed. A body that
 * the command's own events do not contain is read from the read models, once they include those events. The status is
 * 200 instead of 201 when the command changed nothing.
 * @param find the response body for this id; null when it does not exist (any more)
 */
function respondFromReadModel(
  deps: ChatDeps,
  find: (id: string, incoming: AuthenticatedRequest) => Promise<object | null>,
): Respond<ChatResponse> {
  return async ({ response, position: written, changed }, incoming) => {
    const position = written === START ? await deps.head() : written
    const body = 'body' in response ? response.body : await read(response.id, position, incoming)
    return { body, position, ...(changed ? {} : { status: 200 }) }
  }

  async function read(id: string, position: string, incoming: AuthenticatedRequest): Promise<object> {
    // The command is written: a retry with the same key finds it.
    if (!(await deps.waitForPosition(position, READ_YOUR_WRITES_MS)))
      throw unavailable('This takes a moment longer. Please try again.')
    const body = await find(id, incoming)
    if (!body) throw new HttpError(404, 'NOT_FOUND', 'Not found')
    return body
  }
}
