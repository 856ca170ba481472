// A search field; the caller delays the search.

import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { bareControl, Field } from '#web/ui/fields/Field.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Key } from '#web/ui/buttons/Key.tsx'

export interface SearchFieldProps extends Omit<
  ComponentProps<'input'>,
  'id' | 'size' | 'type' | 'value' | 'onChange'
> {
  label: string
  value: string
  onChange: (text: string) => void
  /** The key that focuses it. */
  shortcut?: string | undefined
}

export function SearchField({ value, onChange, shortcut, ...props }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  return (
    <Field of={{ ...props, hideLabel: true }}>
      {(control) => (
        <>
          <Search aria-hidden className="ms-3.5 me-2 size-5 shrink-0 text-muted" />
          <input
            placeholder={props.label}
            autoComplete="off"
            enterKeyHint="search"
            aria-keyshortcuts={shortcut}
            {...control}
            ref={field}
            type="search"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={`peer ${bareControl} appearance-none rounded-e-field pe-2`}
          />
          {shortcut !== undefined && value === '' && (
            <span aria-hidden className="pointer-events-none me-3 inline-flex peer-focus:hidden">
              <Key>{shortcut}</Key>
            </span>
          )}
          {value !== '' && (
            <IconButton label="Clear search" icon={X} tone="muted" className="me-0.5" onClick={clear} />
          )}
        </>
      )}
    </Field>
  )
}
