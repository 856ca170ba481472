// A password field with a button to show the password.

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { bareControl, Field, type FieldTexts } from '#web/ui/fields/Field.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

export type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'size' | 'type'>

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field of={props}>
      {(control) => (
        <>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`${bareControl} rounded-field ps-3.5`}
          />
          <IconButton
            // A form may contain two of them.
            label={`${shown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
            icon={shown ? EyeOff : Eye}
            tone="muted"
            className="mx-0.5"
            onClick={() => setShown(!shown)}
          />
        </>
      )}
    </Field>
  )
}
