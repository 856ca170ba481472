// Our category for the category of another app, by its name in English or German, or else by the words of the text.

import { guessCategory } from '#core/money/categoryGuess.ts'

/** In lower case. Other names are guessed by their words: Hotel, Taxi, Restaurant … */
const names: Readonly<Record<string, string>> = {
  food:
    'food and drink|food & drink|food_and_drink|dining out|dining|groceries|liquor|alcohol|eating out|essen und trinken|' +
    'lebensmittel|alkohol|alimentación|courses|🍔|🍕|🍺|🍻|☕|🍜|🛒|🍴|🍽️',
  accommodation:
    'hotel|lodging|accommodation|accomodation|rent|unterkunft|miete|hébergement|alojamiento|🏠|🏨|🛏️',
  transportation:
    'transportation|transport|bicycle|bus/train|bus|car|gas/fuel|gas|parking|plane|taxi|verkehrsmittel|fahrrad|bus/zug|' +
    'auto|treibstoff|parken|flugzeug|transporte|🚌|🚗|🚕|✈️|🚆|🚂|⛽|⛴️',
  entertainment:
    'entertainment|games|movies|music|sports|leisure|unterhaltung|spiele|kino|musik|sport|🎬|🎉|🎮|🎵|🎭',
  shopping:
    'shopping|clothing|clothes|gifts|electronics|furniture|household supplies|kleidung|geschenke|elektronik|möbel|🎁|👕|🛍️',
  activities: 'activities|activity|tickets|🎟️|🎫|🏄|⛷️|🏖️|🗺️',
  other:
    'home|services|utilities|cleaning|insurance|medical expenses|taxes|education|childcare|donation|pets',
}

const idOfName = new Map(
  Object.entries(names).flatMap(([id, all]) => all.split('|').map((name) => [name, id] as const)),
)

/**
 * The id of one of our seven categories: of the file's category, else guessed from its words, else from the description.
 * @param category of the file; null or empty when it has none
 */
export function importedCategory(category: string | null, description: string): string {
  const plain = (category ?? '').slice(0, MAX_LENGTH).trim().toLowerCase()
  const guess = (text: string) => guessCategory(text.slice(0, MAX_LENGTH), [])
  return idOfName.get(plain) ?? guess(plain) ?? guess(description) ?? 'other'
}

/** Whether other apps have a category of this name. */
export const isCategoryName = (text: string): boolean => idOfName.has(text.trim().toLowerCase())

/** Characters whose words are looked at: a cell of a file can be a megabyte. */
const MAX_LENGTH = 200
