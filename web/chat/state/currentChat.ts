// The chat of the person who is signed in in this tab: it connects the chat engine to the browser, the outbox and the
// session. It starts with the first screen that needs it and ends with the session.

import { ref, subscribe } from 'valtio'
import { markRead, type MessageResponse } from '#core/chat/contract.ts'
import { mentions } from '#core/chat/mentions.ts'
import { isMuted } from '#core/chat/mutes.ts'
import { paths } from '#web/platform/page/paths.ts'
import type { Chat } from '#web/chat/engine/chat.ts'
import { type ChatClient, createChatClient } from '#web/chat/engine/chatClient.ts'
import type { ChatOutbox, ChatPorts } from '#web/chat/engine/chatPorts.ts'
import { emptyChatState } from '#web/chat/engine/chatState.ts'
import type { Notice } from '#web/chat/engine/live/notices.ts'
import { chatCache, oldestChatFetchTime } from '#web/chat/state/chatCache.ts'
import { chatState } from '#web/chat/state/chatState.ts'
import { connectLater } from '#web/chat/state/deviceConnection.ts'
import { lastMessageText } from '#web/chat/messagePreview.ts'
import { unread } from '#web/platform/page/unread.ts'
import { toRequestFailure, tripChatText } from '#web/chat/state/tripChatFailure.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { Refused, Unreachable, request } from '#web/platform/http/http.ts'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { registerFetchTime } from '#web/platform/queries/fetchTimes.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/outbox.ts'
import { loadedSender, loadSender } from '#web/platform/outbox/loadSender.ts'
import { retryFailedQueries, reloadQueries } from '#web/platform/queries/queryStore.ts'
import { restoreSession, session } from '#web/platform/session/session.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

interface Current {
  userId: string
  token: string
  client: ChatClient
}

let current: Current | null = null

/** @throws Error if nobody is signed in: no screen shows a chat then. */
export function currentChat(): Chat {
  connectChat()
  if (!current) throw new Error('Nobody is signed in')
  return current.client.chat
}

/** Connects before any screen of the chat is open, so that unread messages are counted and presence is published. */
export function connectChat(): void {
  follow()
  const { user, token } = session
  if (!user || token === null) return
  if (current?.userId === user.id) {
    // The same person, after another log-in.
    if (current.token !== token) current.client.connection.setToken((current.token = token))
    return
  }
  disconnectChat()
  current = { userId: user.id, token, client: createChatClient(portsFor(user), token) }
}

/** Clears the state, so that the next person does not see this one's chat. */
function disconnectChat(): void {
  current?.client.close()
  current = null
  Object.assign(chatState, emptyChatState())
}

function portsFor({ id, username }: { id: string; username: string }) {
  return {
    me: { id, username },
    cache: chatCache,
    request: requestResult,
    outbox: chatOutbox,
    timers: deviceTimers,
    random: Math.random,
    newKey,
    connect: (ports: Parameters<typeof connectLater>[1]) => connectLater(id, ports),
    isVisible: () => document.visibilityState === 'visible',
    onMessage: notifyOf,
    onRefused: sayRefusal,
    onStale: (...stale: Parameters<ChatPorts['onStale']>) => void reloadQueries(...stale),
    // All notices share one toast, because only the last one is true of the connection.
    onNotice: ({ tone, text }: Notice) => toast.quiet(tone, text, 'connection'),
    // The session gives the reason itself.
    onRejected: () => void restoreSession(),
    onConnected() {
      loadedSender()?.wake()
      retryFailedQueries()
    },
    state: chatState,
    byReference: <Value extends object>(value: Value): Value => ref(value),
  }
}

const loadNotifications = () => import('#web/platform/worker/notifications.ts')

/** The conversations with a notification of this page. */
const notified = new Set<string>()

/** Closes the notifications of conversations that were read meanwhile: on another device, as this page is hidden. */
function closeReadNotifications(): void {
  for (const conversationId of notified) {
    const conversation = chatState.list.conversations.find(({ id }) => id === conversationId)
    if (conversation?.unread_count !== 0) continue
    notified.delete(conversationId)
    loadNotifications().then(
      ({ closeNotifications }) => closeNotifications(conversationId),
      () => undefined,
    )
  }
}

/** Under the name of the conversation, and with the sender's where that is another. */
function notifyOf(conversationId: string, message: MessageResponse): void {
  if (document.visibilityState === 'visible') return
  const conversation = chatState.list.conversations.find(({ id }) => id === conversationId)
  const setting = conversation?.notifications
  const isMentioned = setting?.level === 'mentions' && mentions(message.mentions, session.user?.id ?? '')
  if (isMuted(setting, new Date().toISOString()) && !isMentioned) return
  const sender = message.sender.username
  const title = conversation?.name ?? sender
  const text = lastMessageText(message)
  const shown = {
    title,
    body: title === sender ? text : `${sender}: ${text}`,
    tag: conversationId,
    path: paths.conversation(conversationId),
  }
  notified.add(conversationId)
  loadNotifications().then(
    ({ notify }) => notify(shown),
    () => undefined,
  )
}

const requestResult: ChatPorts['request'] = async (endpoint, options) => {
  try {
    return { state: 'done', response: (await request(endpoint, options)).body }
  } catch (error) {
    const failure = toRequestFailure(error)
    if (!(error instanceof Refused))
      return { state: 'unreachable', failure, retryAfterMs: (error as Unreachable).retryAfterMs }
    // The open conversation itself says that this person may not read it.
    if (endpoint.path === markRead.path && ![401, 403, 404].includes(error.status))
      toast.error(tripChatText('Failed to mark chat as read', failure))
    return { state: 'refused', status: error.status, message: error.message, failure }
  }
}

/** Of what stands in no row. */
function sayRefusal(key: string): void {
  const command = outbox.commands.find((one) => one.key === key)
  if (!command) return
  import('#web/records/failures.ts').then(
    ({ failureOf }) => toast.error(command.error ?? failureOf(command)),
    () => undefined,
  )
}

const chatOutbox: ChatOutbox = {
  commands: () =>
    outbox.commands.map((command) => ({ ...command, error: command.error ?? tripChatErrorOf(command) })),
  // A refusal stays on the message.
  add: (command) =>
    void dispatch(command).enqueued.catch((error: Error) => {
      if (error instanceof Unreachable) toast.error(error.message)
    }),
  retry: (key) => outbox.commands.find((command) => command.key === key)?.retry(),
  discard: (key) => outbox.commands.find((command) => command.key === key)?.discard(),
}

/** The text of a trip's chat for a refusal without a reason; null in any other conversation. */
function tripChatErrorOf({ params, status }: PendingCommand): string | null {
  if (status === undefined || status === null) return null
  const conversation = chatState.list.conversations.find(({ id }) => id === params['conversationId'])
  if (conversation?.type !== 'trip_chat') return null
  return tripChatText('Failed to send message', { status, message: null })
}

let isFollowing = false

/** The first call connects whoever is signed in, now and later, to the browser and the outbox. */
function follow(): void {
  if (isFollowing) return
  isFollowing = true
  registerFetchTime(() => {
    const openIds = Object.keys(chatState.open)
    const showsList = location.pathname.startsWith(paths.chat)
    if (!current || (!showsList && openIds.length === 0)) return null
    return oldestChatFetchTime(openIds, showsList, chatState.list.isLoaded)
  })
  let counted: unknown
  subscribe(chatState, () => {
    const { unread: counts } = chatState.list
    // Typing and presence change the state as well.
    if (counts === counted) return
    counted = counts
    Object.assign(unread, counts)
    closeReadNotifications()
  })
  subscribe(outbox, () => current?.client.chat.outboxChanged())
  // Screens show what HTTP returns without it.
  repeatUntilDone(loadSender, ({ whenDone }) =>
    whenDone((command, response) => current?.client.chat.commandDone(command, response)),
  )
  subscribe(session, () => {
    if (!current || session.isLoading) return
    if (session.user) connectChat()
    else disconnectChat()
  })
  const resume = () => current?.client.resume()
  addEventListener('online', () => current?.client.resume(true))
  addEventListener('pageshow', ({ persisted }) => persisted && resume())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume())
  for (const input of ['pointerdown', 'keydown'] as const)
    addEventListener(input, () => current?.client.presence.input(), { capture: true, passive: true })
}
