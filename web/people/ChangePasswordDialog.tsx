// Changes the password. It is sent to the server directly and stored neither in the outbox nor in a draft.

import { changePassword } from '#core/people/contract.ts'
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

export function ChangePasswordDialog({ open, onClose }: DialogState) {
  const { dialog, field } = useCommandForm<typeof empty, ChangePasswordBody>({
    open,
    onClose,
    draftName: null,
    resolver,
    initialValues: () => empty,
    failed: 'Failed to change the password. Please try again.',
    async submit(body, close) {
      await request(changePassword, { body })
      close()
      toast.success('Password changed. Your other devices were signed out.')
      await reloadQueries(['/auth/sessions'])
    },
  })
  return (
    <FormDialog
      {...dialog}
      title="Change Password"
      size="sm"
      submitText="Change Password"
      busyText="Saving..."
    >
      <PasswordField label="Current password" {...field('currentPassword')} />
      <PasswordField
        label="New password"
        helper="At least 8 characters. All other devices are signed out."
        autoComplete="new-password"
        {...field('newPassword')}
      />
    </FormDialog>
  )
}
