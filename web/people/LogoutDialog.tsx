// Asks before a log-out that loses pending commands, which exist only on this device, and lists them.

import { useSnapshot } from 'valtio'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { logOut } from '#web/platform/session.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

export function LogoutDialog({ open, onClose }: DialogState) {
  const { items } = useSnapshot(outbox)
  const loseAndLeave = () => {
    for (const item of [...outbox.items]) item.discard()
    void logOut()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Log out and lose what is not sent?"
      submitText="Log out anyway"
      onConfirm={loseAndLeave}
    >
      <p>{items.length === 1 ? 'This has' : `These ${items.length} have`} not reached the others yet:</p>
      <ul className="mt-2 list-disc ps-5">
        {items.slice(0, MAX_SHOWN).map((item) => (
          <li key={item.key} className="break-words">
            <bdi>{nameOf(item.body) ?? 'A change'}</bdi>
          </li>
        ))}
        {items.length > MAX_SHOWN && <li>and {items.length - MAX_SHOWN} more</li>}
      </ul>
    </ConfirmDialog>
  )
}

const MAX_SHOWN = 5

/** The name in the command's body: title of a trip, description of an expense, name of a guest, text of a message. */
function nameOf(body: unknown): string | undefined {
  const { title, description, name, content } = (body ?? {}) as Record<string, unknown>
  return [title, description, name, content].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}
