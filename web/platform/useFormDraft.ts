// What is typed into a form is kept on this device while it is typed, so that Back, Escape, a press beside the dialog
// or a reload loses none of it. Sending it and Cancel end the draft; the next opening begins anew then.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, saveDraft } from '#web/platform/drafts.ts'
import { session } from '#web/platform/session.ts'

export interface FormDraft {
  /** The fields hold what was typed at an earlier opening. */
  isRestored: boolean
  /** Back to what the fields held at first. */
  clear(): void
  /** It was sent or cancelled: the next opening begins anew. */
  end(): void
}

interface Options<Values> {
  open: boolean
  /** What the form is about: one draft each, such as 'guest {tripId} {guestId}'. */
  about: string
  /** What the fields hold when it opens, without a draft. */
  start: () => Values
}

/** Fills the form at each opening. Call it after `useForm`. */
export function useFormDraft<Values extends FieldValues, Body>(
  form: Pick<UseFormReturn<Values, unknown, Body>, 'reset' | 'subscribe'>,
  { open, about, start }: Options<Values>,
): FormDraft {
  const [isRestored, setRestored] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const first = useRef<Values>(null)
  const stored = () => readDraft(session.user?.id ?? '', nameOf(about))
  const keep = (text: string) => saveDraft(session.user?.id ?? '', nameOf(about), text)

  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setRestored(stored() !== '')
  }
  const begin = useEffectEvent(() => {
    const values = start()
    const typed = parsed(stored())
    first.current = values
    form.reset(values)
    if (typed) form.reset({ ...values, ...typed }, { keepDefaultValues: true })
  })
  const note = useEffectEvent((values: Values) => {
    if (first.current) keep(textOf(values, first.current))
  })
  useLayoutEffect(() => {
    if (open) begin()
  }, [open])
  useEffect(
    () =>
      open
        ? form.subscribe({ formState: { values: true }, callback: ({ values }) => note(values) })
        : undefined,
    [open, form],
  )

  return {
    isRestored,
    clear() {
      if (first.current) form.reset(first.current)
      setRestored(false)
    },
    end() {
      // What still changes while it fades out is nobody's draft.
      first.current = null
      keep('')
    },
  }
}

const nameOf = (about: string): string => `form ${about}`

/** The fields that differ from what they held at first; '' for none. */
function textOf<Values extends FieldValues>(values: Values, first: Values): string {
  const typed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(first[field]),
  )
  return typed.length > 0 ? JSON.stringify(Object.fromEntries(typed)) : ''
}

function parsed<Values>(text: string): Partial<Values> | null {
  try {
    return text === '' ? null : (JSON.parse(text) as Partial<Values>)
  } catch {
    return null
  }
}
