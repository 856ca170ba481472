// What the real-time channel tells people, word for word (spec §8).

import type { MessagingCode } from '#core/chat/socketEvents.ts'

export interface Notice {
  tone: 'success' | 'error' | 'info'
  text: string
}

const success = (text: string): Notice => ({ tone: 'success', text })
const failure = (text: string): Notice => ({ tone: 'error', text })

export const notices = {
  connected: success('Connected to real-time messaging'),
  reconnected: success('Reconnected to messaging'),
  serverDisconnect: failure('Disconnected from server'),
  transportClose: failure('Connection lost'),
  reconnectError: failure('Reconnection failed, retrying...'),
  gaveUp: failure('Unable to reconnect. Please refresh the page.'),
  connectFailure: (message: string) => failure(`Connection failed: ${message}`),
} as const

/** What `connection.error` says. */
export const connectionErrors = {
  timeout: 'Connection timeout',
  connect: (message: string) => `Connection error: ${message}`,
  disconnected: 'Disconnected during connection',
  gaveUp: 'Reconnection failed',
} as const

/** Of `auth_error`, and of `error` with a code of authentication. */
export function authNotice(code: MessagingCode, message: string): Notice {
  if (code === 'TOKEN_EXPIRED') return failure('Session expired. Please log in again.')
  if (code === 'INVALID_TOKEN') return failure('Invalid session. Please log in again.')
  return failure(`Authentication failed: ${message}`)
}

const ofSession: readonly MessagingCode[] = [
  'UNAUTHENTICATED',
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
  'USER_NOT_FOUND',
]

/** Of `error`. */
export function errorNotice(code: MessagingCode, message: string): Notice {
  if (ofSession.includes(code)) return authNotice(code, message)
  if (code === 'ACCESS_DENIED') return failure('Access denied to conversation')
  if (code === 'JOIN_FAILED') return failure('Failed to join conversation')
  if (code === 'LEAVE_FAILED') return failure('Failed to leave conversation')
  return failure(`Error: ${message}`)
}
