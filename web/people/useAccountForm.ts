// The small forms at the front door, drawn without the code that checks them: it comes while people begin to type. Nor
// with react-hook-form, whose bytes would come before the first paint.

import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import type { FormFields } from '#web/platform/form.ts'
import { toast } from '#web/ui/toasts.tsx'

type Check<Body> = (values: object) => { body: Body } | { fields: FormFields }
type FetchSchema<Body> = () => Promise<v.GenericSchema<unknown, Body>>

/**
 * Texts are told on change, field by field, and all of them when sending is tried too early.
 * @param schema fetches the rules; the same function each time
 * @param empty the fields and their first values
 * @param send is given the body as the contract reads it; its field texts stay until that field changes
 */
export function useAccountForm<Body, Name extends string>(
  schema: FetchSchema<Body>,
  empty: Record<Name, string>,
  send: (body: Body) => Promise<FormFields | undefined>,
) {
  const [values, setValues] = useState(empty)
  const [changed, setChanged] = useState<readonly Name[]>([])
  const [refused, setRefused] = useState<FormFields>({})
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [check, setCheck] = useState<Check<Body>>()
  useEffect(() => {
    void fetchCheck(schema).then((fetched) => setCheck(() => fetched))
  }, [schema])

  const wrong = { ...refused, ...(check && fieldsIn(check(values))) }
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
    setSending(true)
    const known = check ?? (await fetchCheck(schema))
    setCheck(() => known)
    const checked = known?.(values)
    const texts = checked && ('body' in checked ? await send(checked.body) : checked.fields)
    setSending(false)
    if (!checked) return toast.error('Network error occurred. Please try again.')
    if ('body' in checked) setRefused(texts ?? {})
    focusFirst(texts)
  }

  function focusFirst(texts: FormFields = {}) {
    const first = names.find((name) => texts[name] !== undefined)
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  return {
    field,
    isSending,
    form: { ref: form, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
  }
}

/** Undefined where it cannot be had, as nothing can without a network. */
async function fetchCheck<Body>(schema: FetchSchema<Body>): Promise<Check<Body> | undefined> {
  try {
    const [{ checkForm }, rules] = await Promise.all([import('#web/platform/form.ts'), schema()])
    return (values) => checkForm(rules, values)
  } catch {
    return undefined
  }
}

const fieldsIn = (checked: { fields: FormFields } | object): FormFields =>
  'fields' in checked ? checked.fields : {}
