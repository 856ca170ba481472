// The small forms at the front door, without react-hook-form: its bytes would come before the first paint.

import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import type * as v from 'valibot'
import { check, type Fields } from '#web/platform/form.ts'

/**
 * Texts are told on change, field by field, and all of them when sending is tried too early.
 * @param empty the fields and their first values
 * @param send is given the body as the contract reads it; its field texts stay until that field changes
 */
export function useAccountForm<Body, Name extends string>(
  schema: v.GenericSchema<unknown, Body>,
  empty: Record<Name, string>,
  send: (body: Body) => Promise<Fields | undefined>,
) {
  const [values, setValues] = useState(empty)
  const [changed, setChanged] = useState<readonly Name[]>([])
  const [refused, setRefused] = useState<Fields>({})
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const checked = check(schema, values)
  const wrong = { ...refused, ...('fields' in checked ? checked.fields : {}) }
  const names = Object.keys(empty) as Name[]

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: changed.includes(name) ? wrong[name] : undefined,
    onChange({ target }: { target: { value: string } }) {
      setValues((now) => ({ ...now, [name]: target.value }))
      setChanged((now) => [...new Set([...now, name])])
      setRefused(({ [name]: _, ...others }) => others)
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setChanged(names)
    if ('fields' in checked) return focusFirst(names.filter((name) => checked.fields[name] !== undefined))
    setSending(true)
    const texts = await send(checked.body)
    setSending(false)
    setRefused(texts ?? {})
    focusFirst(names.filter((name) => texts?.[name] !== undefined))
  }

  function focusFirst([first]: Name[]) {
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  return {
    field,
    isSending,
    form: { ref: form, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
  }
}
