// Own refused messages of a conversation that this person can no longer read, until they are sent again or deleted.

import { useSnapshot } from 'valtio'
import { isMessageCommand } from '#web/chat/engine/open/pendingMessages.ts'
import { RefusedActions } from '#web/chat/view/RefusedActions.tsx'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'

export function RefusedMessages({ conversationId }: { conversationId: string }) {
  const { items } = useSnapshot(outbox)
  const refused = items.filter(
    ({ state, endpoint, params }) =>
      state === 'refused' && isMessageCommand(endpoint.path) && params['conversationId'] === conversationId,
  )
  if (refused.length === 0) return null
  return (
    <ul aria-label="Not sent" className="page-width grid gap-2 gutter pb-6">
      {refused.map(({ key, body, error, retry, discard }) => (
        <li key={key} className="flex flex-col items-end">
          <p className="max-w-[min(80%,36rem)] rounded-bubble rounded-ee-control bg-own-bubble px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
            <bdi>{(body as { content: string }).content}</bdi>
          </p>
          <RefusedActions error={error} onRetry={retry} onDelete={discard} />
        </li>
      ))}
    </ul>
  )
}
