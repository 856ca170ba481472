// The sign-up screen; says that registration is coming where the operator has not opened it.

import { useState } from 'react'
import { paths } from '#web/platform/page/paths.ts'
import { SignedOutLayout } from '#web/people/SignedOutLayout.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { PeoplePicture } from '#web/ui/pictures/PeoplePicture.tsx'
import { register } from '#core/people/contract.ts'
import type { RegisterBody } from '#core/people/signUp.ts'
import { useAccountForm } from '#web/people/useAccountForm.ts'
import type { FormFields } from '#web/platform/forms/form.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { beginSession } from '#web/platform/session/session.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const isOpen = document.documentElement.dataset['registration'] === 'open'

export function RegisterScreen() {
  return (
    <SignedOutLayout
      title={isOpen ? 'Sign up' : 'Register'}
      subtitle={isOpen ? 'Plan trips with your friends.' : 'Not quite yet.'}
      instead={{ question: 'Already have an account?', href: paths.login, action: 'Log in' }}
    >
      {isOpen ? <RegisterForm /> : <ComingSoon />}
    </SignedOutLayout>
  )
}

function ComingSoon() {
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <PeoplePicture />
      <p className="mt-4 text-title font-semibold">Registration is coming soon</p>
      <p className="mt-1.5 text-balance text-muted">
        Ask a friend for a link to a trip: it lets you in with your name alone.
      </p>
      <LinkButton href={paths.landing} variant="secondary" className="mt-5">
        Back to home
      </LinkButton>
    </div>
  )
}

const rules = async () => (await import('#core/people/signUp.ts')).RegisterBody

/** The form for a new account: username, password and an optional email address. */
function RegisterForm() {
  const [error, setError] = useState<string | null>(null)
  const signUp = async (body: RegisterBody): Promise<FormFields | undefined> => {
    setError(null)
    try {
      beginSession((await request(register, { body, token: null })).body)
      toast.success(`Welcome, ${body.username}!`)
      return undefined
    } catch (failure) {
      const fields = failure instanceof Refused ? failure.fields : {}
      if (Object.keys(fields).length === 0) setError((failure as Error).message)
      return fields
    }
  }
  const empty = { username: '', email: '', password: '' }
  const { field, form, isSending } = useAccountForm(rules, empty, signUp)
  return (
    <form {...form} className="grid gap-5">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <TextField
        label="Username"
        helper="What your friends will see: 3 to 20 characters."
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field('username')}
      />
      <TextField
        label="Email (Optional)"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      <PasswordField
        label="Password"
        helper="At least 8 characters."
        autoComplete="new-password"
        {...field('password')}
      />
      <Button type="submit" size="lg" className="w-full" busy={isSending} busyText="Signing up...">
        Sign up
      </Button>
    </form>
  )
}
