// Keeps a draft of a form on this device while it is filled in, so that Back, Escape, a press beside the dialog or a
// reload loses none of it. Sending the form and Cancel end the draft; the next opening starts empty then.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type OpenDraft, openDraft, readDraft } from '#web/platform/storage/drafts.ts'
import { session } from '#web/platform/session/session.ts'

export interface FormDraft<Values> {
  /** The fields hold a draft of an earlier opening. */
  isRestored: boolean
  /** Another tab has sent what the fields held, so they are empty: 'Added in another window'. */
  sentElsewhere: string | null
  /** Sets the fields back to their initial values. */
  clear(): void
  /** Deletes the draft: the form was sent or cancelled. */
  end(wasSent: boolean): void
  /** The form was sent and stays open: deletes the draft and starts over with these values. */
  restart(values: Values): void
}

interface Options<Values> {
  open: boolean
  /** One draft per name, such as 'guest {tripId} {guestId}'; null keeps none. */
  name: string | null
  /** Called at each opening. @returns the values of the fields without a draft */
  start: () => Values
}

/** Fills the form at each opening. Call it after `useForm`. */
export function useFormDraft<Values extends FieldValues, Body>(
  form: Pick<UseFormReturn<Values, unknown, Body>, 'getValues' | 'reset' | 'subscribe'>,
  { open, name, start }: Options<Values>,
): FormDraft<Values> {
  const [isRestored, setRestored] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const initial = useRef<Values>(null)
  const [sentElsewhere, setSentElsewhere] = useState<string | null>(null)
  const opened = useRef<OpenDraft>(null)
  const isAdopting = useRef(false)
  const save = (text: string, wasSent = false) => opened.current?.save(text, wasSent)

  if (open !== wasOpen) {
    setWasOpen(open)
    setSentElsewhere(null)
    if (open) setRestored(name !== null && readDraft(session.user?.id ?? '', `form ${name}`) !== '')
  }
  const begin = useEffectEvent(() => {
    const values = start()
    const draft = parsed<Values>(opened.current?.read() ?? '')
    initial.current = values
    form.reset(values)
    if (draft) form.reset({ ...values, ...draft }, { keepDefaultValues: true })
  })
  const update = useEffectEvent((values: Values) => {
    if (initial.current && !isAdopting.current) save(textOf(values, initial.current))
  })
  const adopt = useEffectEvent((text: string, before: string, wasSent: boolean): boolean => {
    // It was sent or cancelled here.
    if (!initial.current) return true
    const [next, last] = [parsed<Values>(text), parsed<Values>(before)]
    const values = form.getValues()
    const isUntouched = (field: string) => isEqual(values[field], { ...initial.current, ...last }[field])
    const fields = Object.keys(values)
    const followed = fields.filter(isUntouched)
    if (followed.length === fields.length && wasSent) {
      begin()
      setRestored(false)
      setSentElsewhere(isAddition.test(name ?? '') ? 'Added in another window' : 'Saved in another window')
      return true
    }
    const shown = { ...initial.current, ...next }
    const taken = Object.fromEntries(followed.map((field) => [field, shown[field]]))
    // What the other tab has stored is not stored again.
    isAdopting.current = true
    form.reset({ ...values, ...taken }, { keepDefaultValues: true })
    isAdopting.current = false
    return followed.length === fields.length
  })
  const openOwn = useEffectEvent(() => {
    opened.current = name === null ? null : openDraft(session.user?.id ?? '', `form ${name}`)
    begin()
  })
  useLayoutEffect(() => {
    if (open) openOwn()
  }, [open])
  useEffect(() => (open ? opened.current?.follow((...change) => adopt(...change)) : undefined), [open])
  useEffect(
    () =>
      open
        ? form.subscribe({ formState: { values: true }, callback: ({ values }) => update(values) })
        : undefined,
    [open, form],
  )

  return {
    isRestored,
    sentElsewhere,
    clear() {
      if (initial.current) form.reset(initial.current)
      setRestored(false)
    },
    end(wasSent) {
      // Changes while the dialog fades out must not start a new draft.
      initial.current = null
      save('', wasSent)
    },
    restart(values) {
      initial.current = values
      save('', true)
      form.reset(values)
      setRestored(false)
    },
  }
}

/** Names of drafts whose form adds something. */
const isAddition = / new$|^deposit |^group$/

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ from their initial values, as JSON; '' for none. */
function textOf<Values extends FieldValues>(values: Values, initial: Values): string {
  const changed = Object.entries(values).filter(([field, value]) => !isEqual(value, initial[field]))
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : ''
}

function parsed<Values>(text: string): Partial<Values> | null {
  try {
    return text === '' ? null : (JSON.parse(text) as Partial<Values>)
  } catch {
    return null
  }
}
