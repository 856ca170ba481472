// The row of this person's passkeys, and its dialog, in which they are added and removed.

import { Fingerprint, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type PasskeyInfo, listPasskeys, removePasskey } from '#core/people/passkeyContract.ts'
import { hasPasskeys } from '#web/people/hasPasskeys.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { reloadQueries } from '#web/platform/queries/queryStore.ts'
import { calendarDateOf, formatDate } from '#web/platform/time/format.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { request } from '#web/platform/http/http.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const TITLE = 'Passkeys'

const AddPasskeyDialog = lazyDialog(
  async () => (await import('#web/people/AddPasskeyDialog.tsx')).AddPasskeyDialog,
)

type PasskeysQuery = QueryState<{ passkeys: PasskeyInfo[]; hasPassword: boolean }>

const icon = <Fingerprint aria-hidden className="size-5.5 shrink-0 text-muted" />

/** Absent where there are none and none can be made. */
export function PasskeysRow({ query }: { query: PasskeysQuery }) {
  const [isOpen, setOpen] = useState(false)
  const count = query.data?.passkeys.length
  if (!hasPasskeys() && !count) return null
  return (
    <>
      <ListRow leading={icon} title={TITLE} detail={countText(count)} onPress={() => setOpen(true)} more />
      <PasskeysDialog open={isOpen} onClose={() => setOpen(false)} query={query} />
    </>
  )
}

/** A space that keeps the room of the line while the number is unknown. */
function countText(count: number | undefined): string {
  if (count === undefined) return '\u00a0'
  return count === 0 ? 'None yet' : String(count)
}

function PasskeysDialog({ open, onClose, query }: DialogState & { query: PasskeysQuery }) {
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PasskeyInfo | null>(null)
  const { data, reload } = query
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={TITLE}
      cards
      footer={
        data &&
        hasPasskeys() && (
          <Button onClick={() => setAdding(true)} {...AddPasskeyDialog.prefetchProps}>
            Add a passkey
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        failed="Failed to load your passkeys"
        skeleton={<SkeletonList rows={1} label="Loading your passkeys..." />}
      >
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <p className="text-muted">
              A passkey lets you log in with your fingerprint, your face or the PIN of your device, without a
              password.
            </p>
          ) : (
            <List label={TITLE}>
              {passkeys.map((passkey) => (
                <ListRow
                  key={passkey.id}
                  leading={icon}
                  title={passkey.name}
                  detail={usesOf(passkey)}
                  actions={
                    <IconButton
                      label={`Remove ${passkey.name}`}
                      icon={Trash2}
                      tone="danger"
                      onClick={() => setRemoving(passkey)}
                    />
                  }
                />
              ))}
            </List>
          )
        }
      </Loaded>
      <AddPasskeyDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        hasPassword={data?.hasPassword ?? true}
        onAdded={reload}
      />
      <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />
    </Dialog>
  )
}

function usesOf({ createdAt, lastUsedAt }: PasskeyInfo): string {
  const added = `Added ${dayOf(createdAt)}`
  return lastUsedAt === null ? `${added}, not used yet` : `${added}, last used ${dayOf(lastUsedAt)}`
}

const dayOf = (at: string): string => formatDate(calendarDateOf(new Date(at)))

/** Asks before a passkey is removed. */
function RemovePasskey({ passkey, onClose }: { passkey: PasskeyInfo | null; onClose: () => void }) {
  const confirm = useConfirm({
    open: passkey !== null,
    onClose,
    async submit() {
      await request(removePasskey, { params: { passkeyId: passkey!.id } })
      await reloadQueries([listPasskeys.path, '/auth/sessions'])
    },
    onSent: () => toast.success('Passkey removed. Your other devices were signed out.'),
    failed: (error) => failureText('Failed to remove the passkey', error),
  })
  return (
    <ConfirmDialog {...confirm} title="Remove this passkey?" submitText="Remove" busyText="Removing...">
      Nobody can log in with it any more, and your other devices are signed out. Your device may go on
      offering it until you delete it there, too.
    </ConfirmDialog>
  )
}
