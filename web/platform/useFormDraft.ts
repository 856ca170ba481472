// Keeps a draft of a form on this device while it is filled in, so that Back, Escape, a press beside the dialog or a
// reload loses none of it. Sending the form and Cancel end the draft; the next opening starts empty then.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, saveDraft } from '#web/platform/drafts.ts'
import { session } from '#web/platform/session.ts'

export interface FormDraft<Values> {
  /** The fields hold a draft of an earlier opening. */
  isRestored: boolean
  /** Sets the fields back to their initial values. */
  clear(): void
  /** Deletes the draft: the form was sent or cancelled. */
  end(): void
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
  form: Pick<UseFormReturn<Values, unknown, Body>, 'reset' | 'subscribe'>,
  { open, name, start }: Options<Values>,
): FormDraft<Values> {
  const [isRestored, setRestored] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const initial = useRef<Values>(null)
  const read = () => (name === null ? '' : readDraft(session.user?.id ?? '', `form ${name}`))
  const save = (text: string) => {
    if (name !== null) saveDraft(session.user?.id ?? '', `form ${name}`, text)
  }

  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setRestored(read() !== '')
  }
  const begin = useEffectEvent(() => {
    const values = start()
    const draft = parsed(read())
    initial.current = values
    form.reset(values)
    if (draft) form.reset({ ...values, ...draft }, { keepDefaultValues: true })
  })
  const update = useEffectEvent((values: Values) => {
    if (initial.current) save(textOf(values, initial.current))
  })
  useLayoutEffect(() => {
    if (open) begin()
  }, [open])
  useEffect(
    () =>
      open
        ? form.subscribe({ formState: { values: true }, callback: ({ values }) => update(values) })
        : undefined,
    [open, form],
  )

  return {
    isRestored,
    clear() {
      if (initial.current) form.reset(initial.current)
      setRestored(false)
    },
    end() {
      // Changes while the dialog fades out must not start a new draft.
      initial.current = null
      save('')
    },
    restart(values) {
      initial.current = values
      save('')
      form.reset(values)
      setRestored(false)
    },
  }
}

/** The fields that differ from their initial values, as JSON; '' for none. */
function textOf<Values extends FieldValues>(values: Values, initial: Values): string {
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field]),
  )
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : ''
}

function parsed<Values>(text: string): Partial<Values> | null {
  try {
    return text === '' ? null : (JSON.parse(text) as Partial<Values>)
  } catch {
    return null
  }
}
