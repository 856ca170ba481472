// A list that could not be read: with nothing on screen the whole place says so, else a line beneath what was known.

import type { QueryState } from '#web/platform/queries.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

export function LoadFailure({ of, text }: { of: QueryState<object>; text: string }) {
  if (!of.error) return null
  const retry = () => void of.reload()
  if (!of.data) return <ErrorState message={text} onRetry={retry} retrying={of.isLoading} />
  return (
    <div className="mt-3">
      <Banner
        tone="danger"
        action={
          <Button variant="secondary" size="sm" onClick={retry} busy={of.isLoading}>
            Retry
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  )
}
