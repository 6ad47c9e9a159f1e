import { expect, test } from 'vitest'
import { createFormat } from '../../format/createFormat.ts'
import { timeLabels } from './timeLabels.ts'

const hour = 3_600_000
const every = (step: number, count: number, from = Date.UTC(2026, 10, 21)) =>
  Array.from({ length: count }, (_, place) => from + place * step)

test('behavior: flaw 16: no two labels of a time axis are equal', () => {
  for (const locale of ['en-US', 'de', 'ja'])
    for (const step of [0.25, 1, 4, 6, 12, 24, 48, 24 * 365])
      for (const count of [1, 2, 5, 9]) {
        const labels = timeLabels({ times: every(step * hour, count), format: createFormat(locale) })
        expect(new Set(labels).size, `${locale}, every ${step} h`).toBe(count)
      }
})

test('behavior: labels within a day are hours, others are days', () => {
  const format = createFormat('en-US')
  const noon = new Date(2026, 10, 21, 12).getTime()
  expect(timeLabels({ times: every(hour, 2, noon), format }).map((label) => label.replace(/\s/, ' '))).toEqual([
    '12:00 PM',
    '1:00 PM',
  ])
  expect(timeLabels({ times: every(24 * hour, 2, noon), format })).toEqual(['Nov 21', 'Nov 22'])
})
