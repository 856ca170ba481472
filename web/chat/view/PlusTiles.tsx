// What a message can have besides words: tiles in the place of the keyboard.

import { Camera, Image } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Tile, type TileProps } from '#web/ui/buttons/Tile.tsx'

interface PlusTilesProps {
  isOpen: boolean
  onPhotos: (chosen: readonly File[]) => void
  children: ReactNode
}

/** Hidden, not gone, while it is closed: a dialog that a tile has opened stays. */
export function PlusTiles({ isOpen, onPhotos, children }: PlusTilesProps) {
  return (
    <div
      hidden={!isOpen}
      role="group"
      aria-label="Add"
      className="page-width grid grid-cols-[repeat(5,minmax(0,1fr))] gap-1 gutter pt-2.5 pb-3.5"
    >
      <PhotoTile label="Photo" icon={Image} onPhotos={onPhotos} />
      {matchMedia('(pointer: coarse)').matches && (
        <PhotoTile label="Camera" icon={Camera} onPhotos={onPhotos} isCamera />
      )}
      {children}
    </div>
  )
}

interface PhotoTileProps extends Pick<PlusTilesProps, 'onPhotos'>, Pick<TileProps, 'label' | 'icon'> {
  isCamera?: boolean
}

function PhotoTile({ onPhotos, isCamera = false, ...tile }: PhotoTileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tile {...tile} onClick={() => input.current!.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        {...(isCamera ? { capture: 'environment' } : { multiple: true })}
        onChange={({ currentTarget }) => {
          onPhotos([...(currentTarget.files ?? [])])
          // The same photo can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
