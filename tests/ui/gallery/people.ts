// Names as people really have them: short, long, right to left, without spaces, with a picture.

export const people = [
  { id: 'u1', name: 'alice' },
  { id: 'u2', name: 'Bob Chan' },
  { id: 'u3', name: 'كارول الحسن' },
  { id: 'u4', name: 'A very long name, typed in full: von und zu Hohenlohe-Waldenburg-Schillingsfürst' },
  { id: 'u5', name: '陳大文' },
  { id: 'u6', name: 'דנה לוי' },
  { id: 'u7', name: 'erin' },
  { id: 'u8', name: '🦊 Foxy' },
]
