// Commands that were refused after their form had closed and that no row shows, each with Retry and Discard.

import type { ReactNode } from 'react'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/useOutbox.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Banner } from '#web/ui/feedback/Banner.tsx'

interface FailedCommandsProps {
  commands: readonly PendingCommand[]
  /** 'Failed to update trip'. */
  titleOf: (command: PendingCommand) => string
  /** The reason, and what it was about. Default: the reason. */
  renderText?: (command: PendingCommand) => ReactNode
}

/** Renders nothing for none. */
export function FailedCommands({
  commands,
  titleOf,
  renderText = ({ error }) => error,
}: FailedCommandsProps) {
  return commands.map((command) => (
    <Banner
      key={command.key}
      tone="danger"
      title={titleOf(command)}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={command.retry}>
            Retry
          </Button>
          <Button size="sm" variant="quiet" onClick={command.discard}>
            Discard
          </Button>
        </span>
      }
    >
      {renderText(command)}
    </Banner>
  ))
}

/** @param isWanted of the refused commands */
export const useFailedCommands = (isWanted: (command: PendingCommand) => boolean) =>
  useOutbox((command) => command.state === 'refused' && isWanted(command))
