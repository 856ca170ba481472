// The log-in screen. Says first why a session has ended.

import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { LoginBody } from '#core/people/bodies.ts'
import { NO_TOKEN } from '#core/people/contract.ts'
import { paths } from '#web/platform/page/paths.ts'
import { hasPasskeys } from '#web/people/hasPasskeys.ts'
import { SignedOutLayout } from '#web/people/SignedOutLayout.tsx'
import { useAccountForm } from '#web/people/useAccountForm.ts'
import { logIn, session } from '#web/platform/session/session.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const rules = async () => (await import('#core/people/bodies.ts')).LoginBody

export function LoginScreen() {
  const { error } = useSnapshot(session)
  const { field, form, isSending } = useAccountForm(rules, { username: '', password: '' }, signIn)
  return (
    <SignedOutLayout
      title="Log in"
      subtitle="Good to see you again."
      instead={{ question: 'New here?', href: paths.register, action: 'Sign up' }}
    >
      <form {...form} className="grid gap-5">
        {error !== null && <Banner tone={error === NO_TOKEN ? 'info' : 'danger'}>{inWords(error)}</Banner>}
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...field('username')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <Button type="submit" size="lg" className="w-full" busy={isSending} busyText="Logging in...">
          Log in
        </Button>
      </form>
      {hasPasskeys() && <PasskeyLogIn />}
    </SignedOutLayout>
  )
}

function PasskeyLogIn() {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await import('#web/people/passkeys.ts').then(
      ({ logInWithPasskey }) => logInWithPasskey(),
      () => (session.error = 'Network error occurred. Please try again.'),
    )
    setBusy(false)
  }
  return (
    <Button
      variant="secondary"
      size="lg"
      className="mt-3 w-full"
      busy={isBusy}
      busyText="Logging in..."
      onClick={() => void press()}
    >
      Sign in with a passkey
    </Button>
  )
}

async function signIn({ username, password }: LoginBody): Promise<undefined> {
  if (await logIn(username, password)) toast.success('Login successful!')
  else toast.error('Login failed. Please try again.')
}

/** Errors of the token check, such as 'Token expired', do not say what to do; this adds it. */
const inWords = (error: string): string => (/\btoken\b/i.test(error) ? `${error}. Please log in.` : error)
