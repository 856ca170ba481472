// The calls of conversations and of a trip's chats. The conversation calls serve trip chats as well: their ids are
// conversation ids.

import type { Pagination } from '#core/kernel/call.ts'
import * as contract from '#core/chat/contract.ts'
import { conversationOperations } from '#core/chat/operations.ts'
import { presentMessage } from '#core/chat/present.ts'
import {
  ChangeTripChatOperation,
  CreateTripChatOperation,
  DeleteTripChatOperation,
} from '#core/chat/tripChats.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { readMarks } from '#projections/chat/readMarks.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { findMessage } from '#api/chat/lookups.ts'
import { conversationsOf, enter, enterTripChat, newestFirst, showConversation } from '#api/chat/mine.ts'
import { readMessagePage } from '#api/chat/page.ts'
import { createPace } from '#api/chat/pace.ts'
import { presentTripChat } from '#api/chat/present.ts'
import { bindAndShow } from '#api/chat/tell.ts'
import { bind } from '#api/platform/bind.ts'
import { choiceOf } from '#api/platform/choice.ts'
import { HttpError } from '#api/platform/httpError.ts'
import { asParticipant } from '#api/platform/membership.ts'
import { readPage, singleQuery } from '#api/platform/query.ts'
import type { Route, SignedIn } from '#api/platform/route.ts'
import { signedIn } from '#api/platform/route.ts'

export function chatRoutes(deps: ChatDeps): Route[] {
  const { reads, lookups } = deps
  const conversation = conversationOperations(lookups)
  const atAPace = createPace(deps.buckets)

  const showMessage = async (id: string, { params }: SignedIn) => {
    const message = await findMessage(reads, params['conversationId']!, id)
    return message && { message: presentMessage(params['conversationId']!, message) }
  }

  const showChat = async (id: string, { params, by }: SignedIn) => {
    const trip = await enterTripChat(deps, { tripId: params['tripId']!, chatId: id, userId: by.id })
    const doc = await reads.find(conversations, id)
    return doc && { chat: presentTripChat(doc, await reads.get(readMarks, id), trip, by.id) }
  }

  return [
    bindAndShow(conversation.StartConversationOperation, deps, async (id, { by }) => ({
      conversation: await showConversation(deps, id, by.id),
    })),
    atAPace(bindAndShow(conversation.SendMessageOperation, deps, showMessage)),
    atAPace(bindAndShow(conversation.EditMessageOperation, deps, showMessage)),
    bind(conversation.MarkConversationReadOperation, deps),
    bindAndShow(CreateTripChatOperation, deps, showChat),
    bindAndShow(ChangeTripChatOperation, deps, showChat),
    bind(DeleteTripChatOperation, deps),

    signedIn(contract.listConversations, async ({ query, by }) => {
      const given = singleQuery(query, ['limit', 'offset', 'type'])
      const { limit, offset } = readPage(given)
      const type = choiceOf('type', given.type, ['direct', 'group', 'trip_chat'])
      const all = (await conversationsOf(deps, by.id)).filter((one) => !type || one.type === type)
      const pagination: Pagination = { limit, offset, total: all.length }
      return { body: { conversations: all.slice(offset, offset + limit), pagination } }
    }),

    signedIn(contract.getConversation, async ({ params, by }) => ({
      body: { conversation: await showConversation(deps, params['conversationId']!, by.id) },
    })),

    signedIn(contract.listMessages, async ({ params, query, by }) => {
      const { doc } = await enter(deps, params['conversationId']!, by.id)
      const { messages, hasMore } = await readMessagePage(reads, doc, query)
      return { body: { messages: messages.map((one) => presentMessage(doc.id, one)), has_more: hasMore } }
    }),

    signedIn(contract.listTripChats, async ({ params, by }) => {
      const trip = await asParticipant(deps, params['tripId']!, by.id)
      const ids = (await reads.get(chatsOfTrip, trip.id)) ?? []
      const [docs, marks] = await Promise.all([
        reads.getMany(conversations, ids),
        reads.getMany(readMarks, ids),
      ])
      const chats = docs.flatMap((doc, index) =>
        doc ? [presentTripChat(doc, marks[index] ?? null, trip, by.id)] : [],
      )
      return { body: { chats: chats.sort(newestFirst) } }
    }),

    signedIn(contract.getTripChat, async (incoming) => {
      const shown = await showChat(incoming.params['chatId']!, incoming)
      if (!shown) throw new HttpError(404, 'NOT_FOUND', 'Trip chat not found')
      return { body: shown }
    }),
  ]
}
