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
 * else by itself. Last, a word that is not clear of an earlier expense without a clear one. Of an earlier expense only the
 * word counts that decided its category: 'Taxi to the hotel' says nothing about hotels.
 * @param earlier newest first
 * @returns the id of a category; null without a guess
 */
export function guessCategory(description: string, earlier: readonly Described[]): string | null {
  const typed = wordsOf(description)
  if (typed.length === 0) return null
  const past = earlier.slice(0, MAX_EARLIER).map(({ category, description }) => {
    const words = wordsOf(description)
    return { category, words, deciding: decidingWords(category, words) }
  })
  const same = past.find(({ words, category }) => category !== NONE && words.join(' ') === typed.join(' '))
  if (same) return same.category
  const earlierWith = (word: string) => past.find(({ deciding }) => deciding.includes(word))?.category
  const clear = typed.find((word) => categoryOfWord.has(word))
  if (clear !== undefined) return earlierWith(clear) ?? categoryOfWord.get(clear)!
  const repeated = typed.find((word) => word.length >= SIGNIFICANT && earlierWith(word) !== undefined)
  return repeated === undefined ? null : earlierWith(repeated)!
}

/** The words of an expense that its category can come from. */
function decidingWords(category: string, words: readonly string[]): readonly string[] {
  const clear = words.filter((word) => categoryOfWord.has(word))
  const deciding = clear.find((word) => categoryOfWord.get(word) === category) ?? clear[0]
  if (deciding !== undefined) return [deciding]
  return category === NONE ? [] : words
}

/** The category of what nobody has put into one. */
const NONE = 'other'

/** Of the earlier expenses: the guess is made at each key that is pressed. */
const MAX_EARLIER = 200

/** Letters of a word that means something: not 'the' or 'for'. */
const SIGNIFICANT = 4
