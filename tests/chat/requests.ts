// Requests of a conversation over HTTP.

import type { MessageResponse } from '#core/chat/contract.ts'
import { type HttpResponse, type RequestOptions, type Client, expectSuccess } from '#tests/support/client.ts'

/** @param others user ids */
export async function startGroup(by: Client, others: readonly string[], name = 'Walkers'): Promise<string> {
  return expectSuccess(await by.post('/conversations', { type: 'group', name, participant_ids: others }))
    .conversation.id
}

export async function startDirect(by: Client, other: string): Promise<string> {
  return expectSuccess(await by.post('/conversations', { type: 'direct', participant_ids: [other] }))
    .conversation.id
}

export async function openTripChat(by: Client, tripId: string, name = 'Food'): Promise<string> {
  return expectSuccess(await by.post(`/trips/${tripId}/chats`, { name })).chat.id
}

/** @param more further fields of the body */
export function send(
  by: Client,
  conversationId: string,
  content: string,
  more: object = {},
  asking: RequestOptions = {},
): Promise<HttpResponse> {
  return by.post(`/conversations/${conversationId}/messages`, { content, ...more }, asking)
}

/** Sends a message and returns it. @throws Error when it is refused */
export async function say(
  by: Client,
  conversationId: string,
  content: string,
  more = {},
): Promise<MessageResponse> {
  return expectSuccess(await send(by, conversationId, content, more)).message
}

export function edit(
  by: Client,
  conversationId: string,
  messageId: string,
  content: string,
): Promise<HttpResponse> {
  return by.send('PATCH', `/conversations/${conversationId}/messages/${messageId}`, { body: { content } })
}

/** A page of messages. @param query such as 'limit=3' */
export async function page(
  by: Client,
  conversationId: string,
  query = '',
): Promise<{ messages: MessageResponse[]; has_more: boolean }> {
  return expectSuccess(await by.get(`/conversations/${conversationId}/messages?${query}`))
}

/** Marks as read up to a message. @returns the number of messages that are unread afterwards */
export async function read(by: Client, conversationId: string, messageId: string): Promise<number> {
  return expectSuccess(await by.post(`/conversations/${conversationId}/read`, { message_id: messageId }))
    .unread_count
}
