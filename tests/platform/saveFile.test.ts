// The names of exported files.

import { expect, test } from 'vitest'
import { exportFileName } from '#web/platform/page/saveFile.ts'

test('The file name has no character that leads to another folder or that a system refuses', () => {
  expect(exportFileName('csv', 'settlement', '../../etc/passwd')).toBe('settlement-etc-passwd.csv')
  expect(exportFileName('csv', 'settlement', 'Lisbon: "2026" <fun>|?*\\/\u0000')).toBe(
    'settlement-Lisbon-2026-fun.csv',
  )
})

test('The file name keeps letters of any script', () => {
  expect(exportFileName('csv', 'settlement', '京都 秋')).toBe('settlement-京都-秋.csv')
})

test('The file name is never empty and never too long', () => {
  expect(exportFileName('csv', '…')).toBe('export.csv')
  expect(exportFileName('csv', 'settlement', '🎉'.repeat(9), 'a'.repeat(500)).length).toBeLessThanOrEqual(64)
})
