// Adds a passkey of this device, after the current password of an account that has one.

import * as v from 'valibot'
import { password } from '#core/people/bodies.ts'
import { addPasskey } from '#core/people/passkeyContract.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { createPasskey, passkeyFailure } from '#web/people/passkeys.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

interface Values {
  currentPassword: string
}
const withPassword = resolverOf<Values, object>(v.object({ currentPassword: password }))
const withoutPassword = resolverOf<Values, object>(v.object({}))

interface AddPasskeyDialogProps extends DialogState {
  hasPassword: boolean
  onAdded: () => Promise<void>
}

export function AddPasskeyDialog({ open, onClose, hasPassword, onAdded }: AddPasskeyDialogProps) {
  const { dialog, field, setRefusal } = useCommandForm<Values, object>({
    open,
    onClose,
    draftName: null,
    resolver: hasPassword ? withPassword : withoutPassword,
    initialValues: () => ({ currentPassword: '' }),
    async submit(body, close): Promise<void> {
      try {
        const passkey = await createPasskey(body)
        await request(addPasskey, { body: { passkey }, key: newKey() })
      } catch (error) {
        if (error instanceof Refused) throw error
        return setRefusal(passkeyFailure(error) ?? undefined)
      }
      close()
      toast.success('Passkey added. You can log in with it.')
      await onAdded()
    },
  })
  return (
    <FormDialog
      {...dialog}
      title="Add a passkey"
      size="sm"
      submitText="Continue"
      busyText="Waiting for your device..."
    >
      <p className="text-muted">
        Your device then asks for your fingerprint, your face or its PIN. From then on that is all you need to
        log in.
      </p>
      {hasPassword && <PasswordField label="Current password" {...field('currentPassword')} />}
    </FormDialog>
  )
}
