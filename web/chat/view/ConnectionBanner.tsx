// The state of the connection, over the list, so that no message moves. It is not announced to screen readers, because a
// toast announces each change.

import { WifiOff } from 'lucide-react'
import type { ConnectionStatus } from '#web/chat/engine/live/connection.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

const texts: Record<Exclude<ConnectionStatus, 'connected'>, string> = {
  connecting: 'Connecting...',
  reconnecting: 'Connection lost. Reconnecting...',
  disconnected: 'No connection. What you write is sent as soon as you are online.',
  error: 'Unable to reconnect. What you write is kept and sent later.',
}

export function ConnectionBanner({ status }: { status: ConnectionStatus }) {
  const isTrying = status === 'connecting' || status === 'reconnecting'
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10 flex justify-center px-4">
      {status !== 'connected' && (
        <p className="mt-2 flex max-w-full animate-rise items-center gap-2 rounded-card bg-warning-soft px-3.5 py-1.5 text-secondary font-medium text-warning shadow-float">
          {isTrying ? <Spinner /> : <WifiOff aria-hidden className="size-4.5 shrink-0" />}
          <span className="min-w-0">{texts[status]}</span>
        </p>
      )}
    </div>
  )
}
