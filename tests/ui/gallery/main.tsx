// Puts the gallery on its page.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from '#tests/ui/gallery/Gallery.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
