// Changes the password, or sets the first one of an account that was kept by a passkey. It is sent to the server directly
// and stored neither in the outbox nor in a draft.

import { changePassword } from '#core/people/contract.ts'
import { listPasskeys } from '#core/people/passkeyContract.ts'
import { ChangePasswordBody } from '#core/people/signUp.ts'
import { reloadQueries } from '#web/platform/queries/queryStore.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { request } from '#web/platform/http/http.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const empty = { currentPassword: '', newPassword: '' }
const resolver = resolverOf<typeof empty, ChangePasswordBody>(ChangePasswordBody)
const firstResolver = resolverOf<typeof empty, ChangePasswordBody>(ChangePasswordBody, {
  read: ({ newPassword }) => ({ newPassword }),
})

export function ChangePasswordDialog({ open, onClose, isFirst }: DialogState & { isFirst: boolean }) {
  const { dialog, field } = useCommandForm<typeof empty, ChangePasswordBody>({
    open,
    onClose,
    draftName: null,
    resolver: isFirst ? firstResolver : resolver,
    initialValues: () => empty,
    failed: isFirst
      ? 'Failed to add the password. Please try again.'
      : 'Failed to change the password. Please try again.',
    async submit(body, close) {
      await request(changePassword, { body })
      close()
      toast.success(`Password ${isFirst ? 'added' : 'changed'}. Your other devices were signed out.`)
      await reloadQueries(['/auth/sessions', listPasskeys.path])
    },
  })
  return (
    <FormDialog
      {...dialog}
      title={isFirst ? 'Add a password' : 'Change Password'}
      size="sm"
      submitText={isFirst ? 'Add password' : 'Change Password'}
      busyText="Saving..."
    >
      {!isFirst && <PasswordField label="Current password" {...field('currentPassword')} />}
      <PasswordField
        label="New password"
        helper="At least 8 characters. All other devices are signed out."
        autoComplete="new-password"
        {...field('newPassword')}
      />
    </FormDialog>
  )
}
