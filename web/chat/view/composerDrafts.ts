// The drafts of a conversation's composer, beside its text: the message that a draft quotes, and texts of edits that were
// not saved. The text itself is stored alone, as the list of conversations shows it.

import type { MessageRow } from '#web/chat/engine/timeline/timelineRows.ts'
import { readDraft, saveDraft } from '#web/platform/drafts.ts'
import { attempt } from '#web/platform/localStorage.ts'

/** What the composer shows of a message: a quoted one may not be loaded when its draft is restored. */
export type QuotedRow = Pick<MessageRow, 'key' | 'content' | 'sender' | 'isOwn'>

export interface ComposerDrafts {
  readText(): string
  saveText(text: string): void
  readQuote(): QuotedRow | null
  /** Null if the draft quotes no message any more. */
  saveQuote(row: QuotedRow | null): void
  /** The text with which an edit of this message begins: that of an earlier edit, or its own. */
  readEdit(row: QuotedRow): string
  /** An edit ends with the message's own text. */
  saveEdit(row: QuotedRow, text: string): void
}

export function composerDrafts(userId: string, conversationId: string): ComposerDrafts {
  const quote = `quote ${conversationId}`
  const editOf = ({ key }: QuotedRow) => `edit ${conversationId} ${key}`
  return {
    readText: () => readDraft(userId, conversationId),
    saveText: (text) => saveDraft(userId, conversationId, text),
    readQuote: () => attempt(() => JSON.parse(readDraft(userId, quote)) as QuotedRow),
    saveQuote(row) {
      if (!row) return saveDraft(userId, quote, '')
      const { key, content, sender, isOwn } = row
      saveDraft(userId, quote, JSON.stringify({ key, content, sender, isOwn } satisfies QuotedRow))
    },
    readEdit: (row) => readDraft(userId, editOf(row)) || row.content,
    saveEdit: (row, text) => saveDraft(userId, editOf(row), text === row.content ? '' : text),
  }
}
