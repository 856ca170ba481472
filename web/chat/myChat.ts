// The chat of whoever is signed in in this tab: here its rules (liveChat.ts) meet the browser, the outbox and the
// session. It begins with the first part of the screen that wants it and ends with the session.

import { subscribe } from 'valtio'
import { markRead } from '#core/chat/contract.ts'
import type { Chat } from '#web/chat/chatShape.ts'
import type { ChatOutbox, ChatPorts } from '#web/chat/chatPorts.ts'
import type { LiveChat } from '#web/chat/liveChat.ts'
import { createLiveChat } from '#web/chat/liveChat.ts'
import { tripChatFailure } from '#web/chat/trip/tripChatFailure.ts'
import { ageOfChat, rememberedChat } from '#web/chat/rememberedChat.ts'
import { unread } from '#web/chat/unread.ts'
import { reloadDocuments } from '#web/platform/documents.ts'
import { Refused, request } from '#web/platform/http.ts'
import type { ConnectionState } from '#web/platform/live/connection.ts'
import { openLateSocket } from '#web/platform/live/lateSocket.ts'
import type { Notice } from '#web/platform/live/notices.ts'
import { newKey } from '#web/platform/newKey.ts'
import { outbox } from '#web/platform/outbox/pending.ts'
import { enqueue, wakeOutbox, whenDone } from '#web/platform/outbox/sender.ts'
import { restore, session } from '#web/platform/session.ts'
import { tellsItsAge } from '#web/platform/seen/shownSince.ts'
import { deviceTimers } from '#web/platform/timers.ts'
import { toast } from '#web/ui/toasts.tsx'

/** What of the chat a part of the screen shows. */
export type Topic = 'list' | 'presence' | 'connection' | `conversation ${string}` | `typing ${string}`

interface Mine {
  userId: string
  token: string
  live: LiveChat
}

let mine: Mine | null = null
let connection: ConnectionState = { status: 'disconnected', error: null }
const listeners = new Map<Topic, Set<() => void>>()
const versions = new Map<Topic, number>()

export function listen(topic: Topic, listener: () => void): () => void {
  const heard = listeners.get(topic) ?? new Set()
  listeners.set(topic, heard.add(listener))
  return () => {
    heard.delete(listener)
    if (heard.size === 0) listeners.delete(topic)
  }
}

/** Another number with each change of what is shown of it. */
export const versionOf = (topic: Topic): number => versions.get(topic) ?? 0

export const connectionState = (): ConnectionState => connection

/** @throws Error while nobody was ever signed in: no screen shows a chat then. */
export function myChat(): Chat {
  begin()
  if (!mine) throw new Error('Nobody is signed in')
  return mine.live.chat
}

/** Begins it before any screen of it is opened: messages are counted and people seen as being here. */
export function begin(): void {
  const { user, token } = session
  if (!user || token === null) return
  if (mine?.userId === user.id) {
    // The same person again, after another log-in.
    if (mine.token !== token) mine.live.connection.setToken((mine.token = token))
    return
  }
  mine?.live.close()
  mine = { userId: user.id, token, live: createLiveChat(portsFor(user), token) }
}

function changed(topic: Topic): void {
  versions.set(topic, versionOf(topic) + 1)
  for (const listener of listeners.get(topic) ?? []) listener()
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
    onTouched: (places: readonly string[]) => void reloadDocuments(places),
    onNotice: tell,
    // The session itself says why it is over.
    onRejected: () => void restore(),
    onState(state: ConnectionState) {
      connection = state
      changed('connection')
    },
    onConnected: wakeOutbox,
    onChange(what: Parameters<ChatPorts['onChange']>[0]) {
      if ('conversation' in what) return changed(`conversation ${what.conversation}`)
      if ('typing' in what) return changed(`typing ${what.typing}`)
      if ('presence' in what) return changed('presence')
      changed('list')
      const conversations = mine?.live.chat.conversations() ?? []
      unread.total = conversations.reduce((sum, { unread_count: count }) => sum + count, 0)
    },
  }
}

const ask: ChatPorts['ask'] = async (call, given) => {
  try {
    return { state: 'done', answer: (await request(call, given)).answer }
  } catch (error) {
    if (!(error instanceof Refused)) return { state: 'unreachable' }
    // Who is not in it any more is told so by the conversation itself.
    if (call.path === markRead.path && ![401, 403, 404].includes(error.status))
      toast.error(tripChatFailure('Failed to mark chat as read', error))
    return { state: 'refused', status: error.status, message: error.message }
  }
}

const chatOutbox: ChatOutbox = {
  items: () => outbox.items,
  add: (command) => void enqueue({ ...command, touches: [] }),
  retry: (key) => outbox.items.find((item) => item.key === key)?.retry(),
  discard: (key) => outbox.items.find((item) => item.key === key)?.discard(),
}

/** One after another in one place: of a connection only the last word counts. */
function tell({ tone, text }: Notice): void {
  toast[tone](text, 'connection')
}

tellsItsAge(() => {
  const shown = [...listeners.keys()].filter((topic) => topic === 'list' || topic.startsWith('conversation '))
  return mine && shown.length > 0 ? ageOfChat(shown, mine.live.chat.listState().isLoaded) : null
})

subscribe(outbox, () => mine?.live.chat.outboxChanged())
whenDone((item, answer) => mine?.live.chat.done(item, answer))

subscribe(session, () => {
  if (!mine || session.isLoading) return
  if (session.user) return begin()
  mine.live.close()
  mine = null
  unread.total = 0
  // What one person was told is not left on the screen of the next.
  for (const topic of [...listeners.keys()]) changed(topic)
})

const resume = () => mine?.live.resume()
addEventListener('online', () => mine?.live.resume(true))
addEventListener('pageshow', ({ persisted }) => persisted && resume())
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume())
for (const input of ['pointerdown', 'keydown'] as const)
  addEventListener(input, () => mine?.live.presence.input(), { capture: true, passive: true })
