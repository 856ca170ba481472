// Matches each name of a file with a person on the trip. Each row is a select; a suggestion says why it was made.

import { ArrowRight, ChevronDown, CircleHelp, Plus } from 'lucide-react'
import type { ImportedPerson } from '#core/imports/parsedFile.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { NEW_GUEST, NOBODY } from '#web/money/imports/personChoices.ts'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { ImportPlan } from '#web/money/imports/useImportPlan.ts'
import { type ChoosablePerson, choiceLabel } from '#web/money/tripPeople.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'

interface WhoIsWhoProps {
  plan: Pick<ImportPlan, 'people' | 'choices' | 'reasons' | 'choosePerson' | 'canAddGuests'>
  roster: readonly ChoosablePerson[]
  myId: string
}

export function WhoIsWho({ plan, roster, myId }: WhoIsWhoProps) {
  const { people, choices, reasons, choosePerson, canAddGuests } = plan
  const options = [
    ...(canAddGuests ? [] : [{ value: '', label: 'Choose somebody' }]),
    ...roster.map((person) => ({ value: person.id, label: choiceLabel(person, myId) })),
    ...(canAddGuests ? [{ value: NEW_GUEST, label: 'New guest' }] : []),
  ]
  return (
    <PreviewSection title="Who is who">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {people.map((person) => (
          <li
            key={person.key}
            className="relative grid min-h-14 grid-cols-[minmax(0,2fr)_auto_minmax(0,3fr)_auto] items-center gap-3 px-4 py-2 first:rounded-t-card last:rounded-b-card has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-primary"
          >
            <PersonInFile person={person} />
            <ArrowRight aria-hidden className="size-4 text-muted" />
            <Chosen
              person={person}
              choice={choices.get(person.key) ?? ''}
              reason={reasons.get(person.key)}
              {...{ roster, myId }}
            />
            <ChevronDown aria-hidden className="size-5 text-muted" />
            <select
              aria-label={`Who is ${person.name}?`}
              value={choices.get(person.key) ?? ''}
              onChange={({ target }) => choosePerson(person.key, target.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none text-body opacity-0"
            >
              {options.map(({ value, label }) => (
                <option key={value} value={value} className="bg-lifted text-text">
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {!canAddGuests && (
        <p className="mt-1.5 px-1 text-secondary text-muted">
          Only the organizer adds guests. Somebody who is not on the trip yet has to join it first.
        </p>
      )}
    </PreviewSection>
  )
}

const PersonInFile = ({ person: { name, isFormer } }: { person: ImportedPerson }) => (
  <span className="min-w-0">
    <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
    {isFormer && <span className="block text-meta text-muted">left the group</span>}
  </span>
)

interface ChosenProps extends Pick<WhoIsWhoProps, 'roster' | 'myId'> {
  person: ImportedPerson
  choice: string
  reason: string | undefined
}

function Chosen({ person, choice, reason, roster, myId }: ChosenProps) {
  const participant = roster.find(({ id }) => id === choice)
  const isNew = choice === NEW_GUEST
  const notes = participant
    ? [
        ...(participant.id === myId ? ['you'] : participant.type === 'guest' ? ['guest'] : []),
        ...(reason ? [reason] : []),
      ]
    : isNew
      ? [person.name]
      : []
  const Icon = isNew ? Plus : CircleHelp
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {participant ? (
        <Avatar id={participant.id} name={participant.name} size="xs" />
      ) : (
        <Icon
          aria-hidden
          className="size-6 shrink-0 rounded-full border border-line-strong p-0.75 text-muted"
        />
      )}
      <span className="min-w-0">
        <bdi className="line-clamp-2 font-semibold wrap-anywhere">
          {participant?.name ?? (isNew ? 'New guest' : 'Choose')}
        </bdi>
        {notes.length > 0 && (
          <span className="line-clamp-2 text-meta wrap-anywhere text-muted">{notes.join(', ')}</span>
        )}
      </span>
    </span>
  )
}

/** Which person of a file is the person at the screen: of a new trip, everybody else becomes a guest. */
export function WhoAmI({ plan }: { plan: Pick<ImportPlan, 'people' | 'me' | 'setChosenMe'> }) {
  const { people, me, setChosenMe } = plan
  const others = people.filter(({ key }) => key !== me).map(({ name }) => isolateBidi(name))
  return (
    <PreviewSection title="People">
      <Card className="grid gap-3">
        <SelectField
          label="Which of them is you?"
          value={me}
          onChange={({ target }) => setChosenMe(target.value)}
          options={[
            ...(me === '' ? [{ value: '', label: 'Choose' }] : []),
            ...people.map(({ key, name }) => ({ value: key, label: name })),
            { value: NOBODY, label: 'None of them' },
          ]}
        />
        <p className="line-clamp-4 text-secondary wrap-anywhere text-muted">
          {others.length === 0
            ? 'Nobody else is on the trip yet.'
            : `${others.join(', ')} ${others.length === 1 ? 'becomes a guest' : 'become guests'}. You can invite friends afterwards.`}
        </p>
      </Card>
    </PreviewSection>
  )
}
