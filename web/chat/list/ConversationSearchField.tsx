// The search field above the list of conversations. Escape clears it.

import { chatLimits } from '#core/chat/limits.ts'
import { useShortcuts } from '#web/platform/useShortcuts.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useKeyboard } from '#web/ui/useWide.ts'

interface ConversationSearchFieldProps {
  typed: string
  onType: (text: string) => void
}

export function ConversationSearchField({ typed, onType }: ConversationSearchFieldProps) {
  const isOn = useShortcuts()
  const hasKey = useKeyboard() && isOn
  return (
    // The room that a screen leaves below its bar is the field's, so that the first row stays high up.
    <SearchField
      label="Search conversations"
      value={typed}
      onChange={onType}
      maxLength={chatLimits.search.max}
      shortcut={hasKey ? '/' : undefined}
      className="-mt-2.5 -mb-3.5 md:-mt-4 md:-mb-1.5 [&>span]:min-h-11.5 [&>span]:border-transparent [&>span]:bg-surface-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || typed === '') return
        event.preventDefault()
        onType('')
      }}
    />
  )
}
