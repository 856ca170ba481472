// Loads the bottom bar when the browser is idle.

import { useIdlePart } from '#web/platform/useIdlePart.ts'

const load = async () => (await import('#web/app/BottomBar.tsx')).BottomBar

export const LazyBottomBar = () => useIdlePart(load, {})
