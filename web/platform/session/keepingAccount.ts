// The form that gives an account without a password one, which any screen can open (web/people/KeepAccountDialog.tsx).

import { proxy } from 'valtio'
import { session } from '#web/platform/session/session.ts'

/** `isFirst`: something was asked for that needs a password. */
export const keepingAccount = proxy({ isOpen: false, isFirst: false })

export const openKeepAccount = (isFirst = false): void =>
  void Object.assign(keepingAccount, { isOpen: true, isFirst })

/** Before what reaches beyond the person's trips. @returns whether it has to wait for a password */
export function needsPasswordFirst(): boolean {
  if (!session.user?.isProvisional) return false
  openKeepAccount(true)
  return true
}
