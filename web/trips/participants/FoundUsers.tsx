// The users the search has found, to select, below the users selected so far.

import { shownName } from '#core/kernel/personName.ts'
import type { FoundUser } from '#core/people/contract.ts'
import { LoadFailure } from '#web/trips/participants/LoadFailure.tsx'
import type { UserSearch } from '#web/trips/participants/useUserSearch.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { PersonChips } from '#web/ui/fields/Chip.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

interface FoundUsersProps {
  search: UserSearch
  typed: string
  selected: readonly FoundUser[]
  onToggle: (user: FoundUser) => void
}

export function FoundUsers({ search, typed, selected, onToggle }: FoundUsersProps) {
  const { hits, isSearch, usersQuery } = search
  return (
    <>
      {/* One line of its own whether there are none or many, so that the rows never move. */}
      <div className="-mx-(--gutter) flex min-h-8 items-center no-scrollbar overflow-x-auto overscroll-x-contain px-(--gutter)">
        {selected.length === 0 ? (
          <p className="text-secondary text-muted">Please select at least one user to add</p>
        ) : (
          <PersonChips
            people={selected.map((user) => ({ id: user.id, name: shownName(user) }))}
            onRemove={(id) => onToggle(selected.find((user) => user.id === id)!)}
          />
        )}
      </div>
      {usersQuery.error && !usersQuery.data ? (
        <LoadFailure query={usersQuery} text="Failed to search users" />
      ) : hits === null ? (
        <SkeletonList rows={5} label="Searching..." />
      ) : hits.length === 0 ? (
        <p className="rounded-field bg-surface-2 px-4 py-5 text-center text-secondary text-muted">
          {isSearch ? (
            <span>
              No users found for “<bdi>{typed.trim()}</bdi>”
            </span>
          ) : (
            'No other users available to invite'
          )}
        </p>
      ) : (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-secondary font-medium">
            {isSearch ? 'Users found' : 'Suggested users'}
          </legend>
          <ul className="rounded-card border border-line p-1">
            {hits.map((user) => (
              <li key={user.id}>
                <Checkbox
                  label={shownName(user)}
                  {...(user.email !== null && { detail: user.email })}
                  leading={<Avatar id={user.id} name={shownName(user)} size="sm" />}
                  checked={selected.some(({ id }) => id === user.id)}
                  onChange={() => onToggle(user)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </>
  )
}
