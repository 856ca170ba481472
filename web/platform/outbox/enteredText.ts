// What a person has entered in a form, by which they recognize it.

import { formatMoney } from '#web/platform/time/format.ts'

/** The name: title of a trip, description of an expense, name of a guest, text of a message; undefined for none. */
export function enteredName(body: unknown): string | undefined {
  const { title, description, name, content } = (body ?? {}) as Record<string, unknown>
  return [title, description, name, content].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}

/**
 * 'Taxi HK$412.00'; '' if there is nothing to recognize it by.
 * @param entered the body of a command, or the fields of a form
 * @param currency of the trip, if it is known
 */
export function enteredText(entered: unknown, currency: string | undefined): string {
  const { amount, currency: own, otherCurrency } = (entered ?? {}) as Record<string, unknown>
  const code = [own, otherCurrency, currency].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  const number = typeof amount === 'number' || typeof amount === 'string' ? Number(amount) : NaN
  const money = code && number > 0 ? formatMoney(number, code) : typeof amount === 'string' ? amount : ''
  return [enteredName(entered), money].filter(Boolean).join(' ')
}
