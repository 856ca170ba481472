// Documents as JSON. A new version of a long list shares all but a few of its items with the one before, and documents
// are never changed in place: the text of an item or a chunk is made once, not again for every version of its list.

export type ToJson = (doc: unknown) => string

/** What it gives is byte for byte what `JSON.stringify` gives. Texts are kept as long as their items are. */
export function createJsonCache(): ToJson {
  const texts = new WeakMap<object, string>()

  function ofItem(item: unknown): string {
    if (typeof item !== 'object' || item === null) return JSON.stringify(item) ?? 'null'
    let text = texts.get(item)
    if (text === undefined) {
      text = Array.isArray(item) ? ofList(item) : JSON.stringify(item)
      texts.set(item, text)
    }
    return text
  }

  function ofList(items: readonly unknown[]): string {
    return `[${items.map(ofItem).join(',')}]`
  }

  return (doc) => (Array.isArray(doc) ? ofList(doc) : JSON.stringify(doc))
}
