// The notices of the real-time connection, word for word (spec §8).

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

/** The texts of `ConnectionState.error`. */
export const connectionErrors = {
  timeout: 'Connection timeout',
  connect: (message: string) => `Connection error: ${message}`,
  disconnected: 'Disconnected during connection',
  gaveUp: 'Reconnection failed',
} as const

/** For `auth_error`, and for `error` with a code of authentication. */
export function authNotice(code: MessagingCode, message: string): Notice {
  if (code === 'TOKEN_EXPIRED') return failure('Session expired. Please log in again.')
  if (code === 'INVALID_TOKEN') return failure('Invalid session. Please log in again.')
  return failure(`Authentication failed: ${message}`)
}

const sessionCodes: readonly MessagingCode[] = [
  'UNAUTHENTICATED',
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
  'USER_NOT_FOUND',
]

/** The notice of an `error` event. */
export function errorNotice(code: MessagingCode, message: string): Notice {
  if (sessionCodes.includes(code)) return authNotice(code, message)
  if (code === 'ACCESS_DENIED') return failure('Access denied to conversation')
  if (code === 'JOIN_FAILED') return failure('Failed to join conversation')
  if (code === 'LEAVE_FAILED') return failure('Failed to leave conversation')
  return failure(`Error: ${message}`)
}
