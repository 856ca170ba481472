// Starts the app: the person is known and the first screen's code is here before anything is drawn, so nothing
// flashes and nothing jumps.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { loadScreen } from '#web/app/screens.tsx'
import { session, restore } from '#web/platform/session.ts'

const restoring = session.token ? restore() : Promise.resolve()
await Promise.all([restoring, loadScreen(location.pathname)])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
