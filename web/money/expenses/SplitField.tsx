// Who paid and who shares, as one sentence. A press on the payer chooses another one, any other press opens the people who
// share.

import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ExpenseFormParts } from '#web/money/expenses/useExpenseForm.ts'
import type { Choices } from '#web/money/expenses/expenseValues.ts'
import { SharedByField } from '#web/money/expenses/SharedByField.tsx'
import { sharersText, splitSentence } from '#web/money/expenses/splitSentence.ts'
import { textWithNames } from '#web/money/expenses/textWithNames.ts'
import { choiceLabel } from '#web/money/tripPeople.ts'
import { classes } from '#web/ui/classes.ts'
import { InlineSelect } from '#web/ui/InlineSelect.tsx'

interface SplitFieldProps extends ExpenseFormParts {
  choices: Choices
  myId: string
  /** Minor units of the trip's currency; null without an amount. */
  amount: number | null
  currency: CurrencyCode
  /** Id of an existing expense, whose shares are exact. */
  expenseId: string | undefined
}

const word = 'font-semibold text-primary underline decoration-primary/50 decoration-1 underline-offset-4'

export function SplitField({ form, field, choices, myId, amount, currency, expenseId }: SplitFieldProps) {
  const [isOpened, open] = useState(false)
  const people = useId()
  const [selected, fromPool, paidBy] = form.watch(['sharedBy', 'paidFromPool', 'paidBy'])
  const sharers = choices.sharers.filter(({ id }) => selected.includes(id))
  const payer = choices.payers.find(({ id }) => id === paidBy)
  const { error: payerError, ...payerField } = field('paidBy')
  const error = form.formState.errors.sharedBy?.message
  const isSplit = amount !== null && sharers.length > 0
  const isOpen = isOpened || error !== undefined
  return (
    <div className="rounded-field border border-line bg-surface">
      <div className="relative flex items-center gap-2.5 px-3.5 py-3 transition-colors duration-press hover:bg-surface-2">
        <div className="min-w-0 flex-1 leading-[1.375rem]">
          Paid {fromPool ? 'from ' : 'by '}
          {fromPool ? (
            <b className="font-semibold">the pool</b>
          ) : (
            <InlineSelect
              label="Paid by"
              options={choices.payers.map((person) => ({
                value: person.id,
                label: choiceLabel(person, myId),
              }))}
              {...payerField}
              className={classes(word, 'z-10')}
            >
              {payer?.id === myId ? 'you' : <bdi>{payer?.name ?? 'nobody yet'}</bdi>}
            </InlineSelect>
          )}
          , split{' '}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={people}
            onClick={() => open(!isOpen)}
            className={classes(
              word,
              'inline rounded-control after:absolute after:inset-0 after:rounded-field focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary',
            )}
          >
            {sharersText(sharers, choices.sharers.length, myId)}
            {/* Never at the start of a line. */}
            {isSplit && <span className="inline-block font-normal text-text">&nbsp;·</span>}
          </button>{' '}
          <output className="font-semibold tabular-nums">
            {isSplit && splitSentence(amount, sharers.length, currency)}
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
      {payerError !== undefined && (
        <p role="alert" className="px-3.5 pb-3 text-secondary text-danger">
          {textWithNames(payerError, choices.payers)}
        </p>
      )}
      {/* Other ways to split than equally belong here, above the people. */}
      <div id={people} hidden={!isOpen} className="border-t border-line px-3.5 pt-3 pb-1.5">
        <SharedByField
          people={choices.sharers}
          myId={myId}
          selected={selected}
          onChange={(ids) => form.setValue('sharedBy', ids, { shouldValidate: true, shouldDirty: true })}
          error={error && textWithNames(error, choices.sharers)}
          amount={amount}
          currency={currency}
          expenseId={expenseId}
        />
      </div>
    </div>
  )
}
