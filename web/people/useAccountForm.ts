// The forms of log-in and sign-up. Their schemas load after the first paint, while people begin to type; react-hook-
// form is not used, because its code would delay the first paint.

import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import type { FormFields } from '#web/platform/forms/form.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

type Check<Body> = (values: object) => { body: Body } | { fields: FormFields }
type FetchSchema<Body> = () => Promise<v.GenericSchema<unknown, Body>>

/**
 * Shows the errors of the fields that changed, and all errors after a submit.
 * @param schema fetches the schema; the same function each time
 * @param empty the fields and their initial values
 * @param send is given the parsed body; the field errors it returns stay until the field changes
 */
export function useAccountForm<Body, Name extends string>(
  schema: FetchSchema<Body>,
  empty: Record<Name, string>,
  send: (body: Body) => Promise<FormFields | undefined>,
) {
  const [values, setValues] = useState(empty)
  const [changed, setChanged] = useState<readonly Name[]>([])
  const [refusals, setRefusals] = useState<FormFields>({})
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [check, setCheck] = useState<Check<Body>>()
  useEffect(() => {
    void fetchCheck(schema).then((fetched) => setCheck(() => fetched))
  }, [schema])

  const errors = { ...refusals, ...(check && fieldsIn(check(values))) }
  const names = Object.keys(empty) as Name[]

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: changed.includes(name) ? errors[name] : undefined,
    onChange({ target }: { target: { value: string } }) {
      setValues((previous) => ({ ...previous, [name]: target.value }))
      setChanged((previous) => [...new Set([...previous, name])])
      setRefusals(({ [name]: _, ...others }) => others)
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setChanged(names)
    setSending(true)
    const loadedCheck = check ?? (await fetchCheck(schema))
    setCheck(() => loadedCheck)
    const checked = loadedCheck?.(values)
    const texts = checked && ('body' in checked ? await send(checked.body) : checked.fields)
    setSending(false)
    if (!checked) return toast.error('Network error occurred. Please try again.')
    if ('body' in checked) setRefusals(texts ?? {})
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

/** Undefined when it cannot be loaded, as without a network. */
async function fetchCheck<Body>(schema: FetchSchema<Body>): Promise<Check<Body> | undefined> {
  try {
    const [{ checkForm }, rules] = await Promise.all([import('#web/platform/forms/form.ts'), schema()])
    return (values) => checkForm(rules, values)
  } catch {
    return undefined
  }
}

const fieldsIn = (checked: { fields: FormFields } | object): FormFields =>
  'fields' in checked ? checked.fields : {}
