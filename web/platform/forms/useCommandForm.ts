// A form that sends one command: checked by the contract while it is filled in, its draft kept on this device, sent once
// per press. A refusal is shown at the fields it names, else above the form.

import { type SyntheticEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormSetError,
  useForm,
} from 'react-hook-form'
import { isConflict, NO_REASON, Refused, Unreachable } from '#web/platform/http/http.ts'
import { useFormDraft } from '#web/platform/forms/useFormDraft.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'

interface Options<Values extends FieldValues, Body> {
  open: boolean
  onClose: () => void
  /** Names the draft; null keeps none, and closing empties the fields. */
  draftName: string | null
  resolver: Resolver<Values, unknown, Body>
  /** The values of the fields at each opening, unless there is a draft. */
  initialValues: () => Values
  /** Shown where the server gave no reason. */
  failed?: string | ((error: unknown) => string)
  onOpen?: () => void
  /** What was refused and is corrected in the form: dropped once the form is sent. */
  correction?: { discard(): void } | null
  /** Sends the command. `close` ends the draft and closes the dialog. @throws Refused */
  submit: (body: Body, close: () => void) => Promise<void>
  /** Somebody else changed the same first. Called once the refusal is shown. */
  onConflict?: () => Promise<void>
}

/** Registers a field of the form, together with its error. */
export type FormField<Values extends FieldValues> = (
  name: FieldPath<Values>,
  rules?: RegisterOptions<Values, FieldPath<Values>>,
) => UseFormRegisterReturn & { error: string | undefined }

/** `dialog` is for FormDialog. */
export function useCommandForm<Values extends FieldValues, Body>(options: Options<Values, Body>) {
  const { open, onClose, draftName, resolver, initialValues, failed, submit } = options
  const form = useForm<Values, unknown, Body>({
    mode: 'onChange',
    resolver,
    defaultValues: initialValues() as DefaultValues<Values>,
  })
  const { errors, isValid } = form.formState
  const [refusal, setRefusal] = useState<string>()
  const { isSubmitting, run } = useSubmit(open)
  const draft = useFormDraft(form, {
    open,
    name: draftName,
    start() {
      setRefusal(undefined)
      options.onOpen?.()
      return initialValues()
    },
  })
  const close = (wasSent: boolean) => {
    if (wasSent) options.correction?.discard()
    draft.end(wasSent)
    onClose()
    if (draftName !== null) return
    form.reset(initialValues())
    setRefusal(undefined)
  }
  const sendBody = async (body: Body, showBusy: () => void) => {
    setRefusal(undefined)
    try {
      await submit(body, () => close(true))
    } catch (error) {
      const fields = Object.keys(form.getValues()) as FieldPath<Values>[]
      setRefusal(
        showRefusal(error, fields, form.setError, typeof failed === 'function' ? failed(error) : failed),
      )
      if (!options.onConflict || !isConflict(error)) return
      // Until it is done another press does nothing.
      showBusy()
      await options.onConflict()
    }
  }
  /** `handleSubmit` only shows errors here: for a valid form it would render twice before the command is sent. */
  const send = async (event: SyntheticEvent, showBusy: () => void) => {
    const checks = { fields: {}, shouldUseNativeValidation: false }
    const { values, errors } = await resolver(form.getValues(), undefined, checks)
    if (Object.keys(errors).length > 0) return form.handleSubmit((body) => sendBody(body, showBusy))(event)
    if (Object.keys(form.formState.errors).length > 0) form.clearErrors()
    await sendBody(values as Body, showBusy)
  }
  const field: FormField<Values> = (name, rules) => ({
    ...form.register(name, rules),
    error: (errors as Record<string, { message?: string } | undefined>)[name]?.message,
  })
  return {
    form,
    draft,
    setRefusal,
    field,
    dialog: {
      open,
      onClose: draftName === null ? () => close(false) : onClose,
      onCancel: () => close(false),
      onSubmit(event: SyntheticEvent) {
        event.preventDefault()
        run((showBusy) => send(event, showBusy))
      },
      isSubmitting,
      isValid,
      refusal,
      draft: draftName === null ? undefined : draft,
    },
  }
}

/**
 * Shows a refusal on the fields that it names, else above the form.
 * @param shown the fields of the form that can show an error
 * @param fallback for the form as a whole, if the server gave no reason or the error is another one
 * @returns the text for the form as a whole; undefined if its fields show all
 */
function showRefusal<Values extends FieldValues>(
  error: unknown,
  shown: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  fallback = error instanceof Unreachable ? error.message : 'Server error occurred. Please try again later.',
): string | undefined {
  if (!(error instanceof Refused) || error.code === NO_REASON) return fallback
  const named = shown.filter((field) => error.fields[field] !== undefined)
  for (const field of named) setError(field, { type: 'server', message: error.fields[field]! })
  return named.length > 0 ? undefined : error.message || fallback
}
