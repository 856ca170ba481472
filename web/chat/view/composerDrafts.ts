// The drafts of a conversation's composer, beside its text: the message that a draft quotes, and texts of edits that were
// not saved. The text itself is stored alone, as the list of conversations shows it.

import { areWellPlaced, type Mention } from '#core/chat/mentions.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { MessageRow } from '#web/chat/engine/timeline/timelineRows.ts'
import { type AdoptDraft, type OpenDraft, openDraft } from '#web/platform/storage/drafts.ts'
import { attempt } from '#web/platform/storage/localStorage.ts'

/** What the composer shows of a message: a quoted one may not be loaded when its draft is restored. */
export type QuotedRow = Pick<MessageRow, 'key' | 'content' | 'messageType' | 'sender' | 'isOwn'>

export interface ComposerDrafts {
  /** The photos of the next message; their bytes wait with those of sent ones. */
  readPhotos(): readonly AttachedFile[]
  savePhotos(photos: readonly AttachedFile[]): void
  readText(): string
  /** Another tab changes the text. Returns a function that ends it. */
  followText(adopt: AdoptDraft): () => void
  /** Another tab changes the quote. */
  followQuote(adopt: (row: QuotedRow | null, before: QuotedRow | null) => boolean): () => void
  /** Another tab changes the text of the edit; with the message's own text it has ended there. */
  followEdit(row: QuotedRow, adopt: AdoptDraft): () => void
  saveText(text: string, mentions: readonly Mention[]): void
  /** Of the text. */
  readMentions(): readonly Mention[]
  readQuote(): QuotedRow | null
  /** Null if the draft quotes no message any more. */
  saveQuote(row: QuotedRow | null): void
  /** The text with which an edit of this message begins: that of an earlier edit, or its own. */
  readEdit(row: QuotedRow): string
  /** An edit ends with the message's own text. */
  saveEdit(row: QuotedRow, text: string): void
}

export function composerDrafts(userId: string, conversationId: string): ComposerDrafts {
  const text = openDraft(userId, conversationId)
  const quote = openDraft(userId, `quote ${conversationId}`)
  const mentioned = openDraft(userId, `mentions ${conversationId}`)
  const edits = new Map<string, OpenDraft>()
  function editOf({ key }: QuotedRow): OpenDraft {
    const edit = edits.get(key) ?? openDraft(userId, `edit ${conversationId} ${key}`)
    edits.set(key, edit)
    return edit
  }
  const quotedIn = (stored: string) => attempt(() => JSON.parse(stored) as QuotedRow)
  const photos = openDraft(userId, `photos ${conversationId}`)
  return {
    readPhotos: () => attempt(() => JSON.parse(photos.read()) as AttachedFile[]) ?? [],
    savePhotos: (files) => photos.save(files.length === 0 ? '' : JSON.stringify(files)),
    readText: text.read,
    saveText(typed, mentions) {
      text.save(typed)
      mentioned.save(mentions.length === 0 ? '' : JSON.stringify(mentions))
    },
    readMentions() {
      const stored = attempt(() => JSON.parse(mentioned.read()) as Mention[]) ?? []
      return areWellPlaced(text.read(), stored) ? stored : []
    },
    followText: text.follow,
    readQuote: () => quotedIn(quote.read()),
    saveQuote(row) {
      if (!row) return quote.save('')
      const { key, content, messageType, sender, isOwn } = row
      quote.save(JSON.stringify({ key, content, messageType, sender, isOwn } satisfies QuotedRow))
    },
    followQuote: (adopt) => quote.follow((next, before) => adopt(quotedIn(next), quotedIn(before))),
    readEdit: (row) => editOf(row).read() || row.content,
    saveEdit: (row, typed) => editOf(row).save(typed === row.content ? '' : typed),
    followEdit: (row, adopt) =>
      editOf(row).follow((next, before, wasSent) =>
        adopt(next || row.content, before || row.content, wasSent),
      ),
  }
}
