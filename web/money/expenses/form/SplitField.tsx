// Who paid and who shares, as one sentence. A press on the payer chooses another one, or several; any other press opens
// the split and the people who share.

import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { payersLabel } from '#web/money/expenses/expenseDetails.ts'
import type { ExpenseFormParts } from '#web/money/expenses/form/useExpenseForm.ts'
import type { DividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import type { Choices } from '#web/money/expenses/form/expenseValues.ts'
import { PeopleNumbers } from '#web/money/expenses/form/PeopleNumbers.tsx'
import { faultyRest, restOfAmount, restOfSplit, wholeOf } from '#web/money/expenses/form/restText.ts'
import { SplitEditor } from '#web/money/expenses/form/SplitEditor.tsx'
import { payersName, splitSentence } from '#web/money/expenses/form/splitSentence.ts'
import { sharersText } from '#web/money/shownModes.ts'
import { restFor } from '#web/money/expenses/form/typedSplit.ts'
import { choiceLabel, textWithNames } from '#web/money/tripPeople.ts'
import { currencyDigits, currencySymbol } from '#web/platform/time/format.ts'
import { classes } from '#web/ui/classes.ts'
import { InlineSelect } from '#web/ui/fields/SelectField.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'

interface SplitFieldProps extends ExpenseFormParts {
  choices: Choices
  myId: string
  divided: DividedEntry
  /** The currency of the typed amount. */
  enteredCurrency: CurrencyCode
}

const word = 'font-semibold text-primary underline decoration-primary/50 decoration-1 underline-offset-4'

/** The choice among the payers that asks for the amounts of several. */
const SEVERAL = 'several'

export function SplitField({ form, choices, myId, divided, enteredCurrency }: SplitFieldProps) {
  const [isOpened, setOpened] = useState(false)
  const values = form.watch()
  const panel = useId()
  const { sharedBy: selected, paidFromPool: fromPool, paidBy, paid, split, kind } = values
  // Of split and paid there is one error each, none of their parts.
  const errors = form.formState.errors as Partial<Record<keyof typeof values, { message?: string }>>
  const inItems = new Set(split.items.flatMap(({ of }) => of))
  const sharers = choices.sharers.filter(({ id }) =>
    split.mode === 'items' ? inItems.has(id) : selected.includes(id),
  )
  const payers = choices.payers.filter(({ id }) => (paid ? (paid[id] ?? '') !== '' : id === paidBy))
  const isSeveral = paid !== null && !fromPool
  const error = errors.sharedBy?.message ?? errors.split?.message
  const isOpen = isOpened || errors.sharedBy !== undefined
  const change = (
    changes: Partial<Pick<typeof values, 'amount' | 'split' | 'sharedBy' | 'paid' | 'paidBy'>>,
  ) => {
    const entries = Object.entries(changes) as [keyof typeof changes, never][]
    for (const [name, value] of entries) form.setValue(name, value, { shouldDirty: true })
    void form.trigger()
  }
  const { total, leftToPay, payersFault } = divided
  const paidByText = payersLabel({ kind })
  const unfinished = restOfSplit(split, divided, enteredCurrency)?.text ?? 'not complete'
  const paidWithRest = (id: string) => paid && restFor('exact', paid, id, leftToPay, enteredCurrency)
  const choosePayer = (id: string) => {
    if (id !== SEVERAL) return change({ paidBy: id, paid: null })
    change({ paid: {} })
    setOpened(true)
  }
  return (
    <div className="rounded-field border border-line bg-surface">
      <div
        className={classes(
          'relative flex items-center gap-2.5 rounded-t-[inherit] px-3.5 py-3 transition-colors duration-press hover:bg-surface-2',
          !isOpen && 'rounded-b-[inherit]',
        )}
      >
        <div className="min-w-0 flex-1 leading-[1.375rem]">
          <span>{`${kind === 'refund' ? 'Received' : 'Paid'} ${fromPool ? (kind === 'refund' ? 'by ' : 'from ') : 'by '}`}</span>
          {fromPool ? (
            <b className="font-semibold">the pool</b>
          ) : (
            <InlineSelect
              label={paidByText}
              options={[
                // Otherwise the first person would look chosen, and a press on them would change nothing.
                ...(paid || payers.length > 0
                  ? []
                  : [{ value: paidBy, label: 'Nobody yet', disabled: true }]),
                ...choices.payers.map((person) => ({ value: person.id, label: choiceLabel(person, myId) })),
                ...(choices.payers.length > 1 ? [{ value: SEVERAL, label: 'Several people…' }] : []),
              ]}
              value={paid ? SEVERAL : paidBy}
              onChange={({ target }) => choosePayer(target.value)}
              className={classes(word, 'z-10')}
            >
              <bdi>{paid && payers.length === 0 ? 'several people' : payersName(payers, myId)}</bdi>
            </InlineSelect>
          )}
          , split{' '}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpened(!isOpen)}
            className={classes(
              word,
              'inline rounded-control after:absolute after:inset-0 after:rounded-field focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary',
            )}
          >
            <span>{sharersText(sharers, choices.sharers.length, myId, split)}</span>
            {/* Never at the start of a line. */}
            {divided.shares && split.mode === 'equal' && (
              <span className="inline-block font-normal text-text">&nbsp;·</span>
            )}
          </button>{' '}
          <output className="font-semibold tabular-nums">
            {divided.shares && total && split.mode === 'equal'
              ? splitSentence(total.amount, sharers.length, divided.currency)
              : divided.splitFault !== undefined && (
                  <span className="text-warning">
                    · <span>{unfinished}</span>
                  </span>
                )}
          </output>
        </div>
        <ChevronRight
          aria-hidden
          className={classes(
            'size-5 shrink-0 text-muted transition-transform duration-fade rtl:rotate-180',
            isOpen && 'rotate-90 rtl:rotate-90',
          )}
        />
      </div>
      {[errors.paidBy?.message, isOpen ? undefined : errors.paid?.message].map((text, index) => (
        <ErrorText key={index} text={text && textWithNames(text, choices.payers)} className="px-3.5 pb-3" />
      ))}
      <div id={panel} hidden={!isOpen} className="border-t border-line px-3.5 pt-3 pb-1.5">
        {paid && isSeveral && (
          <div className="mb-4">
            <p className="mb-1.5 text-secondary font-medium">{paidByText}</p>
            <PeopleNumbers
              legend={paidByText}
              people={choices.payers}
              myId={myId}
              numbers={paid}
              onChange={(id, text) => change({ paid: { ...paid, [id]: text } })}
              unit={{ before: currencySymbol(enteredCurrency) }}
              placeholderOf={() => (currencyDigits(enteredCurrency) === 0 ? '0' : '0.00')}
              labelOf={(name) => `${paidByText} ${name}`}
              detailOf={() => ''}
              restTo={paidBy}
              rest={{
                ...(payersFault !== undefined && leftToPay === 0
                  ? faultyRest(payersFault)
                  : restOfAmount(total?.entered ?? null, leftToPay, enteredCurrency)),
                ...(total && {
                  mend: {
                    canTake: (id) => paidWithRest(id) !== null,
                    take: (id) => change({ paid: paidWithRest(id) ?? paid }),
                    ...wholeOf(total, leftToPay, enteredCurrency, (amount) => change({ amount })),
                  },
                }),
              }}
            />
          </div>
        )}
        <SplitEditor
          people={choices.sharers}
          {...{ myId, selected, split, divided, enteredCurrency }}
          onChange={change}
          error={error && textWithNames(error, choices.sharers)}
        />
      </div>
    </div>
  )
}
