// Starts the demo: seeds the sample trip and starts MSW before the first request. The document's own text is shown until
// then. The files for opening it without a network are cached after the first screen.

import '#web/platform/translatedDocument.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { demoHandlers } from '#web/demo/demoHandlers.ts'
import { CannotStart, DemoScreen } from '#web/demo/DemoScreen.tsx'
import { handlersOf } from '#web/demo/handlers.ts'
import { createDemo, friends } from '#web/demo/sample.ts'
import { startWorker } from '#web/demo/startWorker.ts'
import { prefetchOutbox } from '#web/platform/send.ts'
import { beginSession } from '#web/platform/session.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx'

const root = createRoot(document.getElementById('root')!)

try {
  const { tripId, registration } = await start()
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <DemoScreen tripId={tripId} />
      </ErrorBoundary>
    </StrictMode>,
  )
  whenIdle(() => {
    prefetchOutbox()
    registration?.active?.postMessage(`keep ${ownBuild()}`)
  })
} catch {
  root.render(<CannotStart />)
}

async function start() {
  const me = friends.mia
  const { product, tripId } = await createDemo(Date.now)
  const handlers = handlersOf(demoHandlers(product, me), product.position)
  const registration = await startWorker(handlers)
  beginSession({ token: tokenFor(me), user: { ...me, email: null, isAdmin: false } })
  return { tripId, registration }
}

/** Has the claims of a real token, and no signature, which nothing verifies here. */
function tokenFor({ id, username }: { id: string; username: string }): string {
  return `demo.${btoa(JSON.stringify({ id, username }))}.demo`
}

/** The build writes it into the document; there is none in development. */
const ownBuild = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content
