// The input for messages. Enter sends, Shift+Enter breaks the line. The input keeps the focus after sending, so that a phone
// keeps its keyboard open. Messages can be sent offline.

import { Check, Plus, SendHorizontal, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ChatPerson } from '#core/chat/events.ts'
import { type Mention, movedMentions } from '#core/chat/mentions.ts'
import { captionIssue } from '#core/chat/messageIssue.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import { isBlank, withPlainBreaks } from '#core/kernel/text.ts'
import { quotedText } from '#web/chat/messagePreview.ts'
import type { MentionQuery, PickerHandle } from '#web/chat/view/MentionPicker.tsx'
import { loadPhotoGrid } from '#web/chat/view/MessagePhotos.tsx'
import type { QuotedRow } from '#web/chat/view/composerDrafts.ts'
import type { Unreachable } from '#web/platform/http/http.ts'
import { loadSender, loadedSender } from '#web/platform/outbox/loadSender.ts'
import { loadAddFiles, useTray } from '#web/records/files/useTray.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import type { AdoptDraft } from '#web/platform/storage/drafts.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

const RETRY_MS = 50
const loadPicker = async () => (await import('#web/chat/view/MentionPicker.tsx')).MentionPicker
const MENTION_LIST = 'mentionable'

/** What is typed after an @ before the caret. */
function mentionQueryAt(text: string, caret: number): MentionQuery | null {
  const typed = /(?:^|[\s(])@([^\s@]{0,40})$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typed }
}

/** The message that is replied to or edited. */
export type ComposerTarget =
  | { mode: 'reply'; row: QuotedRow }
  /** `text`: which the edit begins with. */
  | { mode: 'edit'; row: QuotedRow; text: string; mentions: readonly Mention[]; isCaption: boolean }

interface ComposerProps {
  /** What can be added is shown, in the place of a phone's keyboard. */
  isPlusOpen: boolean
  onPlus: (isOpen: boolean) => void
  /** What can be added besides photos. */
  tiles: ReactNode
  /** The unsent text of an earlier visit. */
  draft: string
  draftMentions: readonly Mention[]
  /** The others, whom an @ names. */
  people: readonly ChatPerson[]
  mayMentionAll: boolean
  /** Calls `adopt` when another tab changes the draft, or the edit of the target. Returns a function that ends it. */
  follow: (adopt: AdoptDraft) => () => void
  isConnected: boolean
  target: ComposerTarget | null
  /** A new message or the edit changed: for the draft and the typing indicator. */
  onType: (text: string, mentions: readonly Mention[]) => void
  onSend: (content: string, mentions: readonly Mention[], files: readonly AttachedFile[]) => void
  /** Photos of an earlier visit, and where those of this one are stored. */
  photos: readonly AttachedFile[]
  onPhotos: (photos: readonly AttachedFile[]) => void
  onCancel: (by: 'button' | 'escape') => void
  /** Arrow up was pressed in the empty field. */
  onEditLast: () => void
}

/** Over 80 lines, because text, keyboard and focus of one input belong together. */
export function Composer({
  isPlusOpen,
  onPlus,
  tiles,
  draft,
  draftMentions,
  people,
  mayMentionAll,
  follow,
  isConnected,
  target,
  onType,
  onSend,
  onCancel,
  onEditLast,
  ...props
}: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(draft)
  /** Send was pressed before its code was loaded. */
  const [waitsForOutbox, setWaitsForOutbox] = useState(false)
  const editing = target?.mode === 'edit' ? target : null
  const [unsent, setUnsent] = useState(draft)
  const [mentions, setMentions] = useState(draftMentions)
  const [unsentMentions, setUnsentMentions] = useState(draftMentions)
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [activeOption, setActiveOption] = useState<string | null>(null)
  const picker = useRef<PickerHandle>(null)
  const tray = useTray({ owner: 'message', files: props.photos, onFiles: props.onPhotos })
  const trayPart = useIdlePart(loadPhotoTray, tray)
  const tilesPart = useIdlePart(loadPlusTiles, {
    isOpen: isPlusOpen && !editing,
    onPhotos: tray.onAdd,
    children: tiles,
  })
  const refusal = isBlank(text) ? null : captionIssue(text)
  const hasPhotos = !editing && tray.ready.length > 0
  const isEmpty = isBlank(text) && !hasPhotos && editing?.isCaption !== true
  const canSend = !isEmpty && refusal === null && (editing !== null || !tray.isPreparing)

  // The unsent text is restored after an edit.
  const editedKey = editing?.row.key
  const [wasEditing, setWasEditing] = useState(editedKey)
  if (editedKey !== wasEditing) {
    setWasEditing(editedKey)
    setText(editing ? editing.text : unsent)
    setMentions(editing ? movedMentions(editing.row.content, editing.text, editing.mentions) : unsentMentions)
    setQuery(null)
  }
  const adopt = useEffectEvent((next: string, before: string): boolean => {
    if ((editing ? text : unsent) !== before) return false
    const moved = movedMentions(before, next, mentions)
    setText(next)
    setMentions(moved)
    if (!editing) {
      setUnsent(next)
      setUnsentMentions(moved)
    }
    return true
  })
  const startFollowing = useEffectEvent(() => follow((next, before) => adopt(next, before)))
  useEffect(() => startFollowing(), [editedKey])
  // With a keyboard one can write at once; below a dialog, when that has closed and returned the focus.
  useEffect(() => {
    if (document.documentElement.dataset['device'] !== 'desktop') return undefined
    const focus = () => {
      const dialog = document.querySelector('[role=dialog]')
      if (dialog && !dialog.contains(field.current)) timer = setTimeout(focus, RETRY_MS)
      else field.current!.focus({ preventScroll: true })
    }
    let timer = setTimeout(focus)
    return () => clearTimeout(timer)
  }, [])
  const targetKey = target && `${target.mode} ${target.row.key}`
  // A restored quote must not open the keyboard of a phone.
  const focusedKey = useRef(targetKey)
  useEffect(() => {
    const isNew = targetKey !== focusedKey.current
    focusedKey.current = targetKey
    if (targetKey === null || !isNew) return
    const input = field.current!
    input.focus()
    input.setSelectionRange(input.value.length, input.value.length)
  }, [targetKey])
  // Firefox has no `field-sizing` yet.
  useLayoutEffect(() => {
    const input = field.current
    if (!input || CSS.supports('field-sizing', 'content')) return
    input.style.height = 'auto'
    input.style.height = `${input.scrollHeight + 2}px`
  }, [text])

  const type = (value: string, added: readonly Mention[] = []) => {
    const next = [...movedMentions(text, value, mentions), ...added].toSorted((a, b) => a.start - b.start)
    setText(value)
    setMentions(next)
    if (!editing) {
      setUnsent(value)
      setUnsentMentions(next)
    }
    onType(value, next)
  }
  const findQuery = ({ value, selectionStart: at, selectionEnd }: HTMLTextAreaElement) =>
    setQuery(at === selectionEnd ? mentionQueryAt(value, at) : null)
  const mention = ({ id: userId, username }: ChatPerson) => {
    const input = field.current!
    const name = `@${username}`
    const [start, end] = [query!.start, input.selectionEnd]
    type(`${text.slice(0, start)}${name} ${text.slice(end).replace(/^ /, '')}`, [
      { start, length: name.length, userId },
    ])
    setQuery(null)
    input.focus()
    const caret = start + name.length + 1
    requestAnimationFrame(() => input.setSelectionRange(caret, caret))
  }
  const pickerPart = useIdlePart(loadPicker, {
    query,
    people,
    mayMentionAll,
    onChoose: mention,
    onActive: setActiveOption,
    handle: picker,
  })
  const submit = () => {
    field.current?.focus()
    if (!canSend) return
    // What is written stays until the outbox can take it.
    if (!loadedSender()) return setWaitsForOutbox(true)
    onSend(isBlank(text) ? '' : text, mentions, editing ? [] : tray.ready)
    setQuery(null)
    if (editing) return
    tray.sent()
    onPlus(false)
    setUnsent('')
    setText('')
    setMentions([])
    setUnsentMentions([])
    onType('', [])
  }
  const sendWhenLoaded = useEffectEvent(submit)
  useEffect(() => {
    if (!waitsForOutbox) return
    void loadSender()
      .then(sendWhenLoaded, (error: Unreachable) => toast.error(error.message))
      .finally(() => setWaitsForOutbox(false))
  }, [waitsForOutbox])
  const press = (event: KeyboardEvent) => {
    if (query && !event.nativeEvent.isComposing && picker.current?.press(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      if (event.key === 'Escape') setQuery(null)
      return
    }
    if (event.key === 'Escape' && target) {
      // Otherwise the dialog around it would close.
      event.nativeEvent.stopImmediatePropagation()
      event.stopPropagation()
      onCancel('escape')
    }
    if (event.key === 'ArrowUp' && text === '' && !target) {
      event.preventDefault()
      onEditLast()
    }
    // Enter also confirms a Chinese or Japanese word in an input method.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    if (!event.repeat) submit()
  }

  return (
    <div data-foot="composer" className="relative shrink-0 border-t border-line bg-surface">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {query && pickerPart}
        {target && <TargetBar target={target} onCancel={() => onCancel('button')} />}
        {refusal !== null && (
          <p role="alert" className="page-width gutter pt-2 text-secondary text-danger">
            {refusal}
          </p>
        )}
        {!editing && trayPart}
        <div className="page-width flex items-end gap-2 gutter py-2">
          {!editing && (
            <IconButton
              label={isPlusOpen ? 'Close' : 'Add'}
              icon={Plus}
              aria-expanded={isPlusOpen}
              onClick={() => onPlus(!isPlusOpen)}
              className={classes('-ms-2 -me-1', isPlusOpen && 'rotate-45')}
            />
          )}
          <textarea
            ref={field}
            aria-label="Message"
            placeholder={hasPhotos ? 'Add a caption' : isConnected ? 'Type a message...' : 'Connecting...'}
            // A phone's keyboard takes the place of the tiles.
            onPointerDown={() => onPlus(false)}
            rows={1}
            dir="auto"
            enterKeyHint="send"
            autoComplete="off"
            value={text}
            aria-autocomplete="list"
            aria-controls={activeOption && query ? MENTION_LIST : undefined}
            aria-activedescendant={(query && activeOption) ?? undefined}
            onChange={(event) => {
              type(withPlainBreaks(event.target.value))
              findQuery(event.target)
            }}
            onSelect={(event) => findQuery(event.currentTarget)}
            onBlur={() => setQuery(null)}
            onKeyDown={press}
            className="field-sizing-content grows min-h-11 min-w-0 flex-1 resize-none rounded-[22px] border border-line-strong bg-background px-4 py-2.5 text-body leading-[1.375rem] wrap-anywhere focus:outline-2 focus:-outline-offset-1 focus:outline-primary"
          />
          <button
            type="submit"
            aria-label={editing ? 'Save' : 'Send'}
            title={editing ? 'Save' : 'Send'}
            aria-disabled={!canSend || undefined}
            // The input keeps the focus, so that a phone keeps its keyboard open.
            onMouseDown={(event) => event.preventDefault()}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-primary text-on-primary transition-[background-color,scale] duration-press hover:bg-primary-strong active:scale-95 aria-disabled:bg-surface-2 aria-disabled:text-muted"
          >
            {editing ? (
              <Check aria-hidden className="size-5.5" />
            ) : (
              <SendHorizontal aria-hidden className="size-5.5 rtl:rotate-180" />
            )}
          </button>
        </div>
      </form>
      {/* Beside the form, because React lets the submit of a dialog in it pass on to it. */}
      {tilesPart}
      <p className="page-width hidden gutter pb-2 text-meta text-muted desktop:block">
        Enter sends, Shift+Enter starts a new line.
      </p>
    </div>
  )
}

/** Photos can be added, and are shown, without a network from then on. */
const loadPhotoTray = async () => {
  const parts = [import('#web/chat/view/PhotoTray.tsx'), loadAddFiles(), loadPhotoGrid()] as const
  return (await Promise.all(parts))[0].PhotoTray
}
const loadPlusTiles = async () => (await import('#web/chat/view/PlusTiles.tsx')).PlusTiles

function TargetBar({ target: { row, mode }, onCancel }: { target: ComposerTarget; onCancel: () => void }) {
  return (
    <div data-composer-target className="page-width flex items-center gap-2 gutter pt-1.5">
      <div className="min-w-0 flex-1 border-s-3 border-primary ps-2.5 text-secondary">
        <p className="truncate font-semibold text-primary">
          {mode === 'edit' ? (
            'Edit message'
          ) : row.isOwn ? (
            'Reply to yourself'
          ) : (
            <span>
              Reply to <bdi>{row.sender.username}</bdi>
            </span>
          )}
        </p>
        <p className="truncate text-muted">
          <bdi>{quotedText(row, row.messageType)}</bdi>
        </p>
      </div>
      <IconButton label="Cancel" icon={X} tone="muted" onClick={onCancel} className="-me-2" />
    </div>
  )
}
