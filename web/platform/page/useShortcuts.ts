// Whether this person has the keyboard shortcuts switched on, where there are any.

import { proxy, useSnapshot } from 'valtio'
import { readItem, writeItem } from '#web/platform/storage/localStorage.ts'

const STORAGE_KEY = 'keys'

const state = proxy({ isOn: readItem(STORAGE_KEY) !== 'off' })

export const useShortcuts = (): boolean => useSnapshot(state).isOn

export function switchShortcuts(isOn: boolean): void {
  state.isOn = isOn
  writeItem(STORAGE_KEY, isOn ? 'on' : 'off')
}
