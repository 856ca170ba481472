// What one wrote in a conversation one is not in any more: it stays until one tries it again or deletes it.

import { useSnapshot } from 'valtio'
import { isMessage } from '#web/chat/unsent.ts'
import { NotSent } from '#web/chat/view/NotSent.tsx'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'

export function LeftUnsent({ conversationId }: { conversationId: string }) {
  const { items } = useSnapshot(outbox)
  const left = items.filter(
    ({ state, call, params }) =>
      state === 'refused' && isMessage(call.path) && params['conversationId'] === conversationId,
  )
  if (left.length === 0) return null
  return (
    <ul aria-label="Not sent" className="page-width grid gap-2 gutter pb-6">
      {left.map(({ key, body, error, retry, discard }) => (
        <li key={key} className="flex flex-col items-end">
          <p className="max-w-[min(80%,36rem)] rounded-bubble rounded-ee-control bg-own-bubble px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
            <bdi>{(body as { content: string }).content}</bdi>
          </p>
          <NotSent error={error} onRetry={retry} onDelete={discard} />
        </li>
      ))}
    </ul>
  )
}
