// Groups that were created offline and refused later, each with Retry and Discard: no row of the list shows them.

import { startConversation } from '#core/chat/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { useOutbox } from '#web/platform/usePendingCommands.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'

export function RefusedGroups() {
  return useOutbox((command) => command.state === 'refused' && isEndpoint(command, startConversation)).map(
    (command) => (
      <RefusedBanner key={command.key} command={command} title="Failed to create chat">
        <bdi className="font-medium break-words">{(command.body as { name: string }).name}</bdi>:{' '}
        <span>{command.error}</span>
      </RefusedBanner>
    ),
  )
}
