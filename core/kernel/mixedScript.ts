// Detects names that look like other names. In a file of its own, because only the sign-up form needs it.

/**
 * Whether a name mixes letters of two scripts, like a Cyrillic а in "аdmin"; the mixtures used in Chinese, Japanese and
 * Korean are allowed. This is the "highly restrictive" level of UTS 39 over the scripts it recommends, and the
 * limited-use ones that look like Latin.
 */
export function isMixedScript(name: string): boolean {
  const plain = name.normalize('NFKC')
  const found = SCRIPTS.filter(({ letters }) => letters.test(plain)).map(({ script }) => script)
  return (
    found.length > 1 &&
    !WRITTEN_TOGETHER.some((together) => found.every((script) => together.includes(script)))
  )
}

const WRITTEN_TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Deseret Georgian Hebrew Arabic Ethiopic Thaana Devanagari ' +
  'Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer ' +
  'Han Hiragana Katakana Bopomofo Hangul'
)
  .split(' ')
  .map((script) => ({ script, letters: new RegExp(`\\p{Script=${script}}`, 'u') }))
