// Which person of a file is the person at the screen: of a new trip, everybody else becomes a guest.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { NOBODY } from '#web/money/imports/personChoices.ts'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { ImportPlan } from '#web/money/imports/useImportPlan.ts'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'

export function WhoAmI({ plan }: { plan: Pick<ImportPlan, 'people' | 'me' | 'chooseMe'> }) {
  const { people, me, chooseMe } = plan
  const others = people.filter(({ key }) => key !== me).map(({ name }) => isolateBidi(name))
  return (
    <PreviewSection title="People">
      <Card className="grid gap-3">
        <SelectField
          label="Which of them is you?"
          value={me}
          onChange={({ target }) => chooseMe(target.value)}
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
