// The form of a new poll. Enter leads to the next answer, and from the last one adds another.

import { Clock, Plus, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type ParsedPoll, PollBody, openPoll, pollLimits } from '#core/trips/pollContract.ts'
import { useConversation } from '#web/chat/state/useChat.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { tripPaths } from '#web/platform/queries/queryStore.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { failures } from '#web/records/failures.ts'
import { dispatchFromForm } from '#web/records/toastOutcome.ts'
import { chipClasses } from '#web/ui/buttons/chipClasses.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { InlineSelect } from '#web/ui/fields/SelectField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

type Closing = 'never' | 'hour' | 'evening' | 'tomorrow'

interface Values {
  question: string
  options: string[]
  many: boolean
  closing: Closing
}

const closingLabels: Record<Closing, string> = {
  never: 'Stays open',
  hour: 'Closes in an hour',
  evening: 'Closes today, 18:00',
  tomorrow: 'Closes tomorrow, 18:00',
}

const HOUR_MS = 3_600_000

/** On this device's clock, which is that of the person who chose it. */
function closingTime(closing: Closing): string | null {
  if (closing === 'never') return null
  if (closing === 'hour') return new Date(Date.now() + HOUR_MS).toISOString()
  const at = new Date()
  if (closing === 'tomorrow') at.setDate(at.getDate() + 1)
  at.setHours(18, 0, 0, 0)
  return at.toISOString()
}

const { min, max } = pollLimits.options

/** Empty fields at the end are no answers. */
const answersIn = (options: readonly string[]): string[] =>
  options.slice(0, Math.max(min, options.findLastIndex((text) => text.trim() !== '') + 1))

const resolver = (conversationId: string) =>
  resolverOf<Values, ParsedPoll>(PollBody, {
    read: ({ question, options, many, closing }) => ({
      question,
      options: answersIn(options),
      many,
      closesAt: closingTime(closing),
      conversationId,
    }),
  })

interface PollDialogProps extends DialogState {
  tripId: string
  conversationId: string
}

export function PollDialog({ open, onClose, tripId, conversationId }: PollDialogProps) {
  const conversation = useConversation(conversationId)
  const myId = useMyId()
  const now = useNow()
  const { dialog, field, form } = useCommandForm<Values, ParsedPoll>({
    open,
    onClose,
    draftName: `poll ${tripId} ${conversationId}`,
    resolver: resolver(conversationId),
    initialValues: () => ({ question: '', options: ['', '', ''], many: false, closing: 'never' }),
    failed: failures.poll.add,
    async submit(body, close) {
      await dispatchFromForm(
        { endpoint: openPoll, params: { tripId }, body, lane: tripId, touches: tripPaths(tripId) },
        { done: null, failed: failures.poll.add },
      )
      close()
    },
  })
  const { options, many, closing } = form.watch()
  const set = (next: string[]) => form.setValue('options', next, { shouldDirty: true, shouldValidate: true })
  const focus = (index: number) => setTimeout(() => form.setFocus(`options.${index}`))
  const add = () => {
    if (options.length === max) return
    set([...options, ''])
    focus(options.length)
  }
  const next = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (index === options.length - 1) add()
    else focus(index + 1)
  }
  const others = conversation?.participants.filter(({ id }) => id !== myId).length ?? 0
  return (
    <FormDialog
      {...dialog}
      // Pressed too early, it says what is missing.
      isValid
      title="New poll"
      {...(conversation && { detail: conversation.name })}
      size="sm"
      submitText="Ask"
      busyText="Asking..."
      result={
        others > 0 && (
          <p className="text-secondary text-muted">
            {others === 1 ? '1 other can answer.' : `${others} others can answer.`}
          </p>
        )
      }
    >
      <TextField
        label="Question"
        autoComplete="off"
        maxLength={pollLimits.question.max}
        {...field('question')}
        onKeyDown={(event) => next(event, -1)}
      />
      <fieldset className="mt-4">
        <legend className="mb-1 font-medium">Answers</legend>
        <ul className="divide-y divide-line rounded-field border border-line-strong bg-surface">
          {options.map((text, index) => {
            const { error, ...input } = field(`options.${index}`)
            return (
              <li key={index} className="ps-3.5">
                <div className="flex min-h-12 items-center gap-2.5">
                  <span
                    aria-hidden
                    className={`size-5 shrink-0 border-2 border-line-strong ${many ? 'rounded-md' : 'rounded-full'}`}
                  />
                  <input
                    type="text"
                    aria-label={`Answer ${index + 1}`}
                    aria-invalid={error !== undefined || undefined}
                    autoComplete="off"
                    maxLength={pollLimits.option.max}
                    {...input}
                    onKeyDown={(event) => next(event, index)}
                    className="min-h-11 min-w-0 flex-1 bg-transparent text-body focus-visible:outline-2 focus-visible:outline-primary"
                  />
                  {options.length > min && (
                    <IconButton
                      label={`Take out ${text.trim() || `answer ${index + 1}`}`}
                      icon={X}
                      tone="muted"
                      onClick={() => {
                        set(options.filter((_, at) => at !== index))
                        focus(Math.max(0, index - 1))
                      }}
                    />
                  )}
                </div>
                {error !== undefined && <ErrorText text={error} />}
              </li>
            )
          })}
          {options.length < max && (
            <li>
              <Button variant="quiet" icon={Plus} onClick={add}>
                Add another answer
              </Button>
            </li>
          )}
        </ul>
        {field('options').error !== undefined && <ErrorText text={field('options').error} />}
      </fieldset>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-pressed={many}
          onClick={() => form.setValue('many', !many, { shouldDirty: true })}
          className={`touch-target ${chipClasses} ${chosenClasses}`}
        >
          Several answers
        </button>
        <span className="inline-flex">
          <InlineSelect
            label="Closes"
            options={Object.entries(closingLabels)
              .filter(([value]) => value !== 'evening' || new Date(now).getHours() < 18)
              .map(([value, label]) => ({ value, label }))}
            value={closing}
            onChange={(event) =>
              form.setValue('closing', event.target.value as Closing, { shouldDirty: true })
            }
            className={chipClasses}
          >
            <Clock aria-hidden className="me-1.5 inline size-4" />
            <span>{closingLabels[closing]}</span>
          </InlineSelect>
        </span>
      </div>
    </FormDialog>
  )
}

const chosenClasses =
  'aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-primary'
