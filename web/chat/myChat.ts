// The chat of whoever is signed in in this tab: here its rules (liveChat.ts) meet the browser, the outbox and the
// session. It begins with the first part of the screen that wants it and ends with the session.

import { subscribe } from 'valtio'
import { markRead } from '#core/chat/contract.ts'
import { paths } from '#web/app/paths.ts'
import type { Chat } from '#web/chat/chatShape.ts'
import { chatState, noChat } from '#web/chat/chatState.ts'
import type { ChatOutbox, ChatPorts } from '#web/chat/chatPorts.ts'
import type { LiveChat } from '#web/chat/liveChat.ts'
import { createLiveChat } from '#web/chat/liveChat.ts'
import { failureIn, tripChatText } from '#web/chat/trip/tripChatFailure.ts'
import { ageOfChat, rememberedChat } from '#web/chat/rememberedChat.ts'
import { unread } from '#web/chat/unread.ts'
import { queryFailedAgain, reloadQueries } from '#web/platform/queries.ts'
import { Refused, request } from '#web/platform/http.ts'
import { openLateSocket } from '#web/platform/live/lateSocket.ts'
import type { Notice } from '#web/platform/live/notices.ts'
import { newKey } from '#web/platform/newKey.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { enqueue, wakeOutbox, whenDone } from '#web/platform/outbox/sender.ts'
import { restoreSession, session } from '#web/platform/session.ts'
import { registerAge } from '#web/platform/offlineCache/shownAge.ts'
import { deviceTimers } from '#web/platform/timers.ts'
import { toast } from '#web/ui/toasts.tsx'

interface Mine {
  userId: string
  token: string
  live: LiveChat
}

let mine: Mine | null = null

/** @throws Error while nobody was ever signed in: no screen shows a chat then. */
export function myChat(): Chat {
  beginChat()
  if (!mine) throw new Error('Nobody is signed in')
  return mine.live.chat
}

/** Begins it before any screen of it is opened: messages are counted and people seen as being here. */
export function beginChat(): void {
  const { user, token } = session
  if (!user || token === null) return
  if (mine?.userId === user.id) {
    // The same person again, after another log-in.
    if (mine.token !== token) mine.live.connection.setToken((mine.token = token))
    return
  }
  end()
  mine = { userId: user.id, token, live: createLiveChat(portsFor(user), token) }
}

/** What one person was told is not left on the screen of the next. */
function end(): void {
  mine?.live.close()
  mine = null
  Object.assign(chatState, noChat())
}

function portsFor({ id, username }: { id: string; username: string }) {
  return {
    me: { id, username },
    remembered: rememberedChat,
    ask,
    outbox: chatOutbox,
    timers: deviceTimers,
    random: Math.random,
    newKey,
    open: openLateSocket,
    isVisible: () => document.visibilityState === 'visible',
    onTouched: (places: readonly string[]) => void reloadQueries(places),
    onNotice: tell,
    // The session itself says why it is over.
    onRejected: () => void restoreSession(),
    onConnected() {
      wakeOutbox()
      queryFailedAgain()
    },
    state: chatState,
  }
}

const ask: ChatPorts['ask'] = async (call, given) => {
  try {
    return { state: 'done', answer: (await request(call, given)).body }
  } catch (error) {
    const failure = failureIn(error)
    if (!(error instanceof Refused)) return { state: 'unreachable', failure }
    // Who is not in it any more is told so by the conversation itself.
    if (call.path === markRead.path && ![401, 403, 404].includes(error.status))
      toast.error(tripChatText('Failed to mark chat as read', failure))
    return { state: 'refused', status: error.status, message: error.message, failure }
  }
}

const chatOutbox: ChatOutbox = {
  items: () => outbox.items.map((item) => ({ ...item, error: item.error ?? whyNotSent(item) })),
  add: (command) => void enqueue({ ...command, touches: [] }),
  retry: (key) => outbox.items.find((item) => item.key === key)?.retry(),
  discard: (key) => outbox.items.find((item) => item.key === key)?.discard(),
}

/** Where the server did not say why. Null for the words that stand for any message. */
function whyNotSent({ params, status }: PendingCommand): string | null {
  if (status === undefined || status === null) return null
  const { conversations } = chatState.list
  const conversation = conversations.find(({ id }) => id === params['conversationId'])
  if (conversation?.type !== 'trip_chat') return null
  return tripChatText('Failed to send message', { status, message: null })
}

/** One after another in one place: of a connection only the last word counts. */
function tell({ tone, text }: Notice): void {
  toast[tone](text, 'connection')
}

registerAge(() => {
  const open = Object.keys(chatState.open).map((id) => `conversation ${id}`)
  const shown = location.pathname.startsWith(paths.chat) ? ['list', ...open] : open
  return mine && shown.length > 0 ? ageOfChat(shown, chatState.list.isLoaded) : null
})

let counted: unknown
subscribe(chatState, () => {
  const { conversations } = chatState.list
  // Everybody who types is a change, too.
  if (conversations === counted) return
  counted = conversations
  unread.total = conversations.reduce((sum, { unread_count: count }) => sum + count, 0)
})
subscribe(outbox, () => mine?.live.chat.outboxChanged())
whenDone((item, answer) => mine?.live.chat.done(item, answer))

subscribe(session, () => {
  if (!mine || session.isLoading) return
  if (session.user) beginChat()
  else end()
})

const resume = () => mine?.live.resume()
addEventListener('online', () => mine?.live.resume(true))
addEventListener('pageshow', ({ persisted }) => persisted && resume())
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume())
for (const input of ['pointerdown', 'keydown'] as const)
  addEventListener(input, () => mine?.live.presence.input(), { capture: true, passive: true })
