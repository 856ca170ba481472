// A new password. It goes straight to the server and is kept nowhere on the way: not in the outbox, not in a draft.

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { changePassword } from '#core/people/contract.ts'
import { ChangePasswordBody } from '#core/people/signUp.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { resolverOf } from '#web/platform/form.ts'
import { request } from '#web/platform/http.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface ChangePasswordDialogProps {
  open: boolean
  onClose: () => void
}

const empty = { currentPassword: '', newPassword: '' }
const failed = 'Failed to change the password. Please try again.'

export function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const form = useForm<typeof empty, unknown, ChangePasswordBody>({
    mode: 'onChange',
    resolver: resolverOf<typeof empty, ChangePasswordBody>(ChangePasswordBody),
    defaultValues: empty,
  })
  const { errors, isValid } = form.formState
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  /** Nothing typed here stays for the next opening. */
  const close = () => {
    onClose()
    form.reset(empty)
    setError(undefined)
  }
  const save = async (body: ChangePasswordBody) => {
    setError(undefined)
    try {
      await request(changePassword, { body })
      close()
      toast.success('Password changed. Your other devices were signed out.')
      await reloadQueries(['/auth/sessions'])
    } catch (failure) {
      setError(showRefusal(failure, ['currentPassword', 'newPassword'], form.setError, failed))
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Change Password"
      size="sm"
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => form.handleSubmit(save)(event))
      }}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isValid} busy={isSubmitting} busyText="Saving...">
            Change Password
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {error !== undefined && <Banner tone="danger">{error}</Banner>}
        <PasswordField
          label="Current password"
          {...form.register('currentPassword')}
          error={errors.currentPassword?.message}
        />
        <PasswordField
          label="New password"
          helper="At least 8 characters. All other devices are signed out."
          autoComplete="new-password"
          {...form.register('newPassword')}
          error={errors.newPassword?.message}
        />
      </div>
    </Dialog>
  )
}
