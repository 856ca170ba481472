// The form for contributions of several people; each person's contribution is a command of its own.

import { CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import * as v from 'valibot'
import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import type { PersonRef } from '#core/money/events.ts'
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
  /** Id of who has the money in hand; '' for nobody. */
  keptBy: string
}

/** As parsed by the schema; major units, per person. */
export interface ContributionEntryBody {
  amount: number
  description: string | null
  selected: string[]
  keptBy?: PersonRef | null | undefined
}

/** By the person themselves, kept by whom the deposit before is. */
export const blankContribution = (myId: string, keeper: PersonRef | undefined): ContributionValues => ({
  amount: '',
  description: '',
  selected: [myId],
  keptBy: keeper?.id ?? '',
})

/** The selected people who are still on the trip: a stored draft, or an open form, may name others. */
export const selectedPeople = <Person extends NamedRef>(
  people: readonly Person[],
  selected: readonly string[],
): Person[] => people.filter(({ id }) => selected.includes(id))

/** @param people on the trip: a description must be valid with the longest of their names appended */
export function contributionResolver(currency: CurrencyCode, people: readonly NamedRef[]) {
  const { amount, description, keptBy } = contributionBody(currency).entries
  const longest = people.reduce((long, { name }) => (name.length > long.length ? name : long), '')
  const schema = v.object({
    amount,
    description,
    selected: v.pipe(v.array(v.string()), v.minLength(1, 'Please select at least one participant')),
    keptBy,
  })
  return resolverOf<ContributionValues, ContributionEntryBody>(schema, {
    read: (values) => ({
      ...values,
      amount: readTypedAmount(values.amount, currency),
      selected: selectedPeople(people, values.selected).map(({ id }) => id),
      keptBy: selectedPeople(people, [values.keptBy]).map(({ id, type }) => ({ id, type }))[0],
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
  { amount, description, keptBy }: ContributionEntryBody,
  currency: CurrencyCode,
  date: string,
): ContributionBody {
  const { id, type, name } = person
  return {
    amount,
    description: contributionText(description ?? '', name),
    participant: { id, type },
    ...(keptBy && { keptBy }),
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
