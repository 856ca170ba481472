// Which landscape a trip's cover shows: a word of the destination chooses its kind, the id all that varies.

import { seedOf } from '#web/ui/hueOf.ts'

export type Palette = 'dusk' | 'morning' | 'noon' | 'ochre' | 'rose' | 'pine'

export interface Landscape {
  /** The class of its colours is `cover-{palette}` (cover.css). */
  palette: Palette
  far: 'hills' | 'peaks' | 'dunes' | 'karst'
  middle: 'city' | 'forest' | 'islands'
  near: 'sea' | 'path'
  /** 32 bits. */
  seed: number
}

type Kind = Omit<Landscape, 'seed'>

/** The first that matches wins. */
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [
    /lisbo|portugal|porto|algarve|amalfi|dubrovnik|barcelona|nice|malta|athens|greece|venice|macau/i,
    { palette: 'dusk', far: 'hills', middle: 'city', near: 'sea' },
  ],
  [
    /kyoto|tokyo|japan|nara|osaka|seoul|korea/i,
    { palette: 'rose', far: 'peaks', middle: 'forest', near: 'path' },
  ],
  [
    /hanoi|ha ?long|phuket|krabi|guilin|vietnam|thailand/i,
    { palette: 'noon', far: 'karst', middle: 'islands', near: 'sea' },
  ],
  [
    /beach|island|sai kung|bali|coast|\bbay\b|\bsea\b|maldives|hawaii/i,
    { palette: 'morning', far: 'hills', middle: 'islands', near: 'sea' },
  ],
  [
    /alps|mount|\bski|zermatt|hik(e|ing)|trek|forest|lake|norway|iceland/i,
    { palette: 'pine', far: 'peaks', middle: 'forest', near: 'path' },
  ],
  [
    /marrake|morocco|egypt|cairo|dubai|desert|petra|jordan/i,
    { palette: 'ochre', far: 'dunes', middle: 'city', near: 'path' },
  ],
]

const palettes: readonly Palette[] = ['dusk', 'morning', 'noon', 'ochre', 'rose', 'pine']

/** The same trip always has the same landscape. */
export function chooseLandscape({ id, destination }: { id: string; destination: string }): Landscape {
  const seed = seedOf(id)
  const kind = kinds.find(([words]) => words.test(destination))?.[1]
  if (kind) return { ...kind, seed }
  const pick = <Option>(options: readonly Option[], shift: number) =>
    options[(seed >>> shift) % options.length]!
  return {
    palette: pick(palettes, 0),
    far: pick(['hills', 'peaks', 'dunes', 'karst'] as const, 4),
    middle: pick(['city', 'forest', 'islands'] as const, 8),
    near: pick(['sea', 'path'] as const, 12),
    seed,
  }
}
