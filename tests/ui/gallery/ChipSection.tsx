// Chips and faces.

import { people } from '#tests/ui/gallery/people.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Chip } from '#web/ui/fields/Chip.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

const nothing = () => undefined

export function ChipSection() {
  return (
    <section>
      <SectionTitle>Chips and faces</SectionTitle>
      <div className="flex flex-wrap items-center gap-2">
        <StatusChip tone="success">Confirmed</StatusChip>
        <StatusChip tone="info">In progress</StatusChip>
        <StatusChip>Completed</StatusChip>
        <StatusChip tone="danger">Cancelled</StatusChip>
        <StatusChip tone="warning">Pending</StatusChip>
        <StatusChip tone="primary">Planning</StatusChip>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Chip onRemove={nothing} removeLabel="Remove filter Food">
          Food
        </Chip>
        <Chip>From 12 Dec 2026</Chip>
        <Chip
          leading={<Avatar id="u3" name="كارول الحسن" size="xs" />}
          onRemove={nothing}
          removeLabel="Remove كارول الحسن"
        >
          كارول الحسن
        </Chip>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {people.map((person) => (
          <Avatar key={person.id} {...person} title={person.name} />
        ))}
        <Avatar id="u2" name="Bob Chan" size="lg" />
        <Avatar id="u2" name="Bob Chan" size="xl" />
        <AvatarStack people={people} cap={6} size="md" />
        <AvatarStack people={people} cap={3} size="xs" />
      </div>
    </section>
  )
}
