// The photos of a message, in their final size from the start, so that nothing moves when they arrive. The code that loads
// them is loaded with the first of them; until then the first thumbnail is shown.

import { type ReactNode, createElement } from 'react'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { PhotoGridProps } from '#web/chat/view/PhotoGrid.tsx'
import { createLazyCode } from '#web/ui/lazyCode.ts'

export const loadPhotoGrid = async () => (await import('#web/chat/view/PhotoGrid.tsx')).PhotoGrid
const usePhotoGrid = createLazyCode(loadPhotoGrid)

/** @param children what stands on the photos: the time, where there is no caption */
export function MessagePhotos({ children, ...props }: PhotoGridProps & { children: ReactNode }) {
  const Grid = usePhotoGrid()
  const { files } = props.row
  const thumb = files[0]!.thumb
  return (
    <div
      data-photos
      style={photosSize(files)}
      className="relative max-w-full overflow-hidden rounded-[14px] bg-surface-2"
    >
      <div className="absolute inset-0">
        {Grid
          ? createElement(Grid, props)
          : thumb !== null && <img src={thumb} alt="" className="size-full object-cover" />}
      </div>
      {children !== false && (
        <span className="pointer-events-none absolute end-2 bottom-2 flex min-h-5 rounded-full bg-[#0a1010]/75 px-1.75 text-[#fff]">
          {children}
        </span>
      )}
    </div>
  )
}

/** In px: the widest, and the height of a portrait. */
const [WIDTH, HEIGHT] = [276, 320]

/** One photo nearly as it is, two side by side, three with a large one, four in a square. */
function photosSize(files: readonly AttachedFile[]) {
  if (files.length === 2) return { width: WIDTH, aspectRatio: 2 }
  if (files.length === 3) return { width: WIDTH, aspectRatio: 1.64 }
  if (files.length > 3) return { width: WIDTH, aspectRatio: 4 / 3 }
  const { width, height } = files[0]!
  if (width === null || height === null) return { width: WIDTH, aspectRatio: 4 }
  const aspectRatio = Math.max(0.6, Math.min(2.4, width / height))
  return { width: Math.round(Math.min(WIDTH, HEIGHT * aspectRatio)), aspectRatio }
}
