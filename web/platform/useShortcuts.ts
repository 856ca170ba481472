// Whether there are keyboard shortcuts, and whether this person has them switched on.

import { proxy, useSnapshot } from 'valtio'
import { readItem, writeItem } from '#web/platform/localStorage.ts'

const STORAGE_KEY = 'keys'

const state = proxy({ isOn: readItem(STORAGE_KEY) !== 'off' })

/** @returns `exist`: a mouse stands for a keyboard, which a browser does not report */
export function useShortcuts(isWide: boolean) {
  return { exist: isWide && matchMedia('(pointer: fine)').matches, isOn: useSnapshot(state).isOn }
}

export function switchShortcuts(isOn: boolean): void {
  state.isOn = isOn
  writeItem(STORAGE_KEY, isOn ? 'on' : 'off')
}
