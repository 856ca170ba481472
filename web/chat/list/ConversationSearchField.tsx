// The search field above the list of conversations. Escape clears it.

import { chatLimits } from '#core/chat/limits.ts'
import { useShortcuts } from '#web/platform/useShortcuts.ts'
import { SearchField } from '#web/ui/SearchField.tsx'

interface ConversationSearchFieldProps {
  isWide: boolean
  typed: string
  onType: (text: string) => void
}

export function ConversationSearchField({ isWide, typed, onType }: ConversationSearchFieldProps) {
  const isOn = useShortcuts()
  // As in web/app/Frame.tsx: a mouse stands for a keyboard, which a browser does not report.
  const hasKey = isWide && isOn && matchMedia('(pointer: fine)').matches
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
