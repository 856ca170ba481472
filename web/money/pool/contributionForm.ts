// The form for contributions of several people; each person's contribution is a command of its own.

import { CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import * as v from 'valibot'
import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import type { NamedRef } from '#core/money/responses.ts'
import { type ContributionBody, contributionBody } from '#core/money/bodies.ts'
import { amountFault, readTypedAmount } from '#core/money/typedAmount.ts'
import { resolverOf } from '#web/platform/forms/form.ts'

/** As the fields hold it. */
export interface ContributionValues {
  amount: string
  description: string
  /** Ids of the selected people. */
  selected: string[]
}

/** As parsed by the schema; major units, per person. */
export interface ContributionEntryBody {
  amount: number
  description: string | null
  selected: string[]
}

/** By the person themselves. */
export const blankContribution = (myId: string): ContributionValues => ({
  amount: '',
  description: '',
  selected: [myId],
})

/** The selected people who are still on the trip: a stored draft, or an open form, may name others. */
export const selectedPeople = <Person extends NamedRef>(
  people: readonly Person[],
  selected: readonly string[],
): Person[] => people.filter(({ id }) => selected.includes(id))

/** @param people on the trip: a description must be valid with the longest of their names appended */
export function contributionResolver(currency: CurrencyCode, people: readonly NamedRef[]) {
  const { amount, description } = contributionBody(currency).entries
  const longest = people.reduce((long, { name }) => (name.length > long.length ? name : long), '')
  const schema = v.object({
    amount,
    description,
    selected: v.pipe(v.array(v.string()), v.minLength(1, 'Please select at least one participant')),
  })
  return resolverOf<ContributionValues, ContributionEntryBody>(schema, {
    read: (values) => ({
      ...values,
      amount: readTypedAmount(values.amount, currency),
      selected: selectedPeople(people, values.selected).map(({ id }) => id),
    }),
    also(values): Record<string, string> {
      const result = v.safeParse(description, contributionText(values.description.trim(), longest))
      return result.success ? {} : { description: result.issues[0].message }
    },
    words: (values) => ({ amount: amountFault(values.amount, currency) }),
  })
}

/** The body of one person's contribution. @param currency in which the amount was entered @param date today */
export function bodyFor(
  person: NamedRef,
  { amount, description }: ContributionEntryBody,
  currency: CurrencyCode,
  date: string,
): ContributionBody {
  const { id, type, name } = person
  return {
    amount,
    description: contributionText(description ?? '', name),
    participant: { id, type },
    date,
    currency,
  }
}

/** The description of the contribution of one person. @param text as entered; '' for none */
export const contributionText = (text: string, name: string): string =>
  `${text || CONTRIBUTION_TEXT} (${name})`

/** The amount as typed times the number of people, in minor units; null when invalid. */
export function totalOf(amount: string, count: number, currency: CurrencyCode): number | null {
  const minor = toMinor(readTypedAmount(amount, currency) ?? Number.NaN, currency)
  return minor === null || minor < 0 ? null : minor * count
}
