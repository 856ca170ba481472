// The footer of the form: what the expense means for the person who enters it, then the buttons. A press on them leaves the
// focus where it is, so that a phone's keyboard does not move them from under the finger.

import type { MouseEvent } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'

interface ExpenseFormFooterProps {
  /** The edited expense. */
  base: object | null
  isValid: boolean
  isSubmitting: boolean
  addAnother: ((event: MouseEvent) => void) | undefined
  /** 'You lend HK$280.00'; '' for nothing. */
  children: string
}

const keepFocus = (event: MouseEvent) => event.preventDefault()

export function ExpenseFormFooter({
  base,
  isValid,
  isSubmitting,
  addAnother,
  children,
}: ExpenseFormFooterProps) {
  return (
    <>
      <output className="min-h-5 basis-full! text-center text-secondary text-muted tabular-nums md:text-start card:me-auto card:flex-[1_1_9rem]!">
        {children}
      </output>
      {addAnother && (
        <Button
          variant="quiet"
          className="px-3"
          disabled={!isValid || isSubmitting}
          onMouseDown={keepFocus}
          onClick={addAnother}
        >
          Save and add another
        </Button>
      )}
      <Button
        type="submit"
        disabled={!isValid}
        busy={isSubmitting}
        busyText={base ? 'Saving...' : 'Adding...'}
        onMouseDown={keepFocus}
      >
        {base ? 'Save Changes' : 'Add Expense'}
      </Button>
    </>
  )
}
