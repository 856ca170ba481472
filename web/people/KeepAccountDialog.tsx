// Gives an account without a password a username, and a password or a passkey. The person, their trips and what waits on
// this device stay as they are. Sent to the server directly, as a new password.

import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { keepAccount } from '#core/people/contract.ts'
import { shownName } from '#core/kernel/personName.ts'
import type { KeepByPasskeyBody } from '#core/people/passkeyBodies.ts'
import { listPasskeys } from '#core/people/passkeyContract.ts'
import { KeepBody } from '#core/people/signUp.ts'
import { hasPasskeys } from '#web/people/hasPasskeys.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { reloadQueries } from '#web/platform/queries/queryStore.ts'
import { beginSession, restoreSession, session } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const resolver = resolverOf<KeepBody, KeepBody>(KeepBody)

/** `isFirst`: something was asked for that needs a password. */
export function KeepAccountDialog({ open, onClose, isFirst }: DialogState & { isFirst: boolean }) {
  const { user } = useSnapshot(session)
  const attempt = useRef({ text: '', key: '' })
  const passkey = useSubmit(open)
  const { dialog, field, form, setRefusal } = useCommandForm<KeepBody, KeepBody>({
    open,
    onClose,
    draftName: null,
    resolver,
    initialValues: () => ({ username: session.user?.username ?? '', password: '' }),
    failed: 'That did not work. Please try again.',
    async submit(body, close) {
      const text = JSON.stringify(body)
      if (attempt.current.text !== text) attempt.current = { text, key: newKey() }
      await keep(body, attempt.current.key)
      close()
    },
  })
  const keepByPasskey = async () => {
    setRefusal(undefined)
    if (!(await form.trigger('username', { shouldFocus: true }))) return
    const passkeys = await import('#web/people/passkeys.ts').catch(() => null)
    if (!passkeys) return setRefusal('Network error occurred. Please try again.')
    const username = form.getValues('username')
    try {
      await keep({ username, passkey: await passkeys.createPasskey({ username }) }, newKey())
      dialog.onCancel()
    } catch (error) {
      const taken = error instanceof Refused && error.fields['username']
      if (taken) form.setError('username', { type: 'server', message: taken }, { shouldFocus: true })
      else setRefusal(passkeys.passkeyFailure(error) ?? undefined)
    }
  }
  return (
    <FormDialog
      {...dialog}
      title="Keep your account"
      size="sm"
      submitText="Keep account"
      busyText="Saving..."
    >
      {isFirst && (
        <Banner tone="info" title="Add a password first">
          What reaches beyond the trips that you were invited to needs an account that you can come back to.
        </Banner>
      )}
      <TextField
        label="Username"
        helper={user ? `To log in with. The others go on seeing ${shownName(user)}.` : undefined}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field('username')}
      />
      <PasswordField
        label="Password"
        helper="At least 8 characters."
        autoComplete="new-password"
        {...field('password')}
      />
      {hasPasskeys() && (
        <Button
          variant="secondary"
          busy={passkey.isSubmitting}
          busyText="Waiting for your device..."
          onClick={() => passkey.run(keepByPasskey)}
        >
          Use a passkey instead
        </Button>
      )}
    </FormDialog>
  )
}

/** @throws Refused, Unreachable */
async function keep(body: KeepBody | KeepByPasskeyBody, key: string): Promise<void> {
  try {
    const { body: kept } = await request(keepAccount, { body, key })
    beginSession(kept)
    // Whether there is a password is new as well.
    void reloadQueries([listPasskeys.path])
    toast.success('Your account is kept. You can log in on any device.')
  } catch (error) {
    // Kept on another device, or by a request whose response was lost.
    if (error instanceof Refused && error.status === 409 && Object.keys(error.fields).length === 0)
      void restoreSession()
    throw error
  }
}
