// Guesses the category of an expense from the words of its description and from earlier expenses of the trip.

/** Word, in lower case and without accents → category. */
const words: Readonly<Record<string, string>> = {
  food:
    'dinner lunch breakfast brunch snack food restaurant cafe coffee bakery pastry pasteis pizza ramen sushi fish sardine ' +
    'beer wine drink bar groceries supermarket',
  accommodation: 'hotel hostel airbnb apartment ryokan camping',
  transportation: 'taxi uber train bus tram metro ferry boat flight airport car petrol fuel parking toll',
  entertainment: 'cinema concert show theatre club karaoke',
  shopping: 'shopping souvenir gift clothes pharmacy',
  activities: 'museum ticket tour entrance hike surf diving zoo temple castle spa onsen',
}

/** In lower case, without accents, and without the -s of a plural. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)

const categoryOfWord = new Map(
  Object.entries(words).flatMap(([category, all]) => wordsOf(all).map((word) => [word, category])),
)

interface Described {
  description: string
  category: string
}

/**
 * An equal description decides first, then the first word of which the category is clear: by the trip's earlier expenses,
 * else by itself. Last, any word of an earlier expense.
 * @param earlier newest first
 * @returns the id of a category; null without a guess
 */
export function guessCategory(description: string, earlier: readonly Described[]): string | null {
  const typed = wordsOf(description)
  if (typed.length === 0) return null
  const past = earlier
    .slice(0, MAX_EARLIER)
    .map((expense) => ({ category: expense.category, words: wordsOf(expense.description) }))
  const same = past.find(({ words }) => words.join(' ') === typed.join(' '))
  if (same) return same.category
  const earlierWith = (word: string) => past.find(({ words }) => words.includes(word))?.category
  const clear = typed.find((word) => categoryOfWord.has(word))
  if (clear !== undefined) return earlierWith(clear) ?? categoryOfWord.get(clear)!
  const repeated = typed.find((word) => word.length >= SIGNIFICANT && earlierWith(word) !== undefined)
  return repeated === undefined ? null : earlierWith(repeated)!
}

/** Of the earlier expenses: the guess is made at each key that is pressed. */
const MAX_EARLIER = 200

/** Letters of a word that means something: not 'the' or 'for'. */
const SIGNIFICANT = 4
