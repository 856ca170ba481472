// The sign-up screen; says that registration is coming where the operator has not opened it.

import { paths } from '#web/platform/paths.ts'
import { SignedOutLayout } from '#web/people/SignedOutLayout.tsx'
import { RegisterForm } from '#web/people/RegisterForm.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PeoplePicture } from '#web/ui/pictures/PeoplePicture.tsx'

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
        Until then, whoever runs this place can make an account for you.
      </p>
      <LinkButton href={paths.landing} variant="secondary" className="mt-5">
        Back to home
      </LinkButton>
    </div>
  )
}
