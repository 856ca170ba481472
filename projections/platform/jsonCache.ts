// Writes documents as JSON. A new version of a long list shares most items with the previous one, and documents are
// never changed in place, so the text of each item or chunk is cached and written once.

export type ToJson = (doc: unknown) => string

/** The result equals that of `JSON.stringify`. A text is cached as long as its item lives. */
export function createJsonCache(): ToJson {
  const texts = new WeakMap<object, string>()

  function itemToJson(item: unknown): string {
    if (typeof item !== 'object' || item === null) return JSON.stringify(item) ?? 'null'
    let text = texts.get(item)
    if (text === undefined) {
      text = Array.isArray(item) ? listToJson(item) : JSON.stringify(item)
      texts.set(item, text)
    }
    return text
  }

  function listToJson(items: readonly unknown[]): string {
    return `[${items.map(itemToJson).join(',')}]`
  }

  return (doc) => (Array.isArray(doc) ? listToJson(doc) : JSON.stringify(doc))
}
