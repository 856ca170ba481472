// Asks before a log-out that loses pending commands, which exist only on this device, and lists them.

import { useSnapshot } from 'valtio'
import { enteredName } from '#web/platform/outbox/enteredText.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { logOut } from '#web/platform/session/session.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

export function LogoutDialog({ open, onClose }: DialogState) {
  const { commands } = useSnapshot(outbox)
  const loseAndLeave = () => {
    for (const command of [...outbox.commands]) command.discard()
    logOut()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Log out and lose what is not sent?"
      submitText="Log out anyway"
      onConfirm={loseAndLeave}
    >
      <p>{`${commands.length === 1 ? 'This has' : `These ${commands.length} have`} not reached the others yet:`}</p>
      <ul className="mt-2 list-disc ps-5">
        {commands.slice(0, MAX_SHOWN).map((command) => (
          <li key={command.key} className="break-words">
            <bdi>{enteredName(command.body) ?? 'A change'}</bdi>
          </li>
        ))}
        {commands.length > MAX_SHOWN && <li>{`and ${commands.length - MAX_SHOWN} more`}</li>}
      </ul>
    </ConfirmDialog>
  )
}

const MAX_SHOWN = 5
