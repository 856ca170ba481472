// The name by which others see a person.

export interface UserNames {
  username: string
  /** As the person typed it; missing where others see the username. */
  displayName?: string
}

/** A person as they know themselves. */
export interface AuthUser extends UserNames {
  id: string
  email: string | null
  isAdmin: boolean
  /** Joined by a link and has no password yet. */
  isProvisional?: true
}

export const shownName = ({ username, displayName }: UserNames): string => displayName ?? username

/** The parts of a session or an account that its person may see. */
export const authUserOf = ({ email, isAdmin, isProvisional, ...names }: AuthUser): AuthUser => ({
  ...personIn(names),
  email,
  isAdmin,
  ...(isProvisional && { isProvisional }),
})

/** What an event keeps of a person: later changes of the account do not change it. */
export const personIn = ({
  id,
  username,
  displayName,
}: UserNames & { id: string }): UserNames & { id: string } => ({
  id,
  username,
  ...(displayName !== undefined && { displayName }),
})
