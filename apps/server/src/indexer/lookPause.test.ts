import { expect, test } from 'vitest'
import { lookPause } from './lookPause.ts'

test.each([
  { pollInterval: 250, isWatched: true, pause: 250 },
  { pollInterval: 250, isWatched: false, pause: 1_000 },
  { pollInterval: 4_000, isWatched: true, pause: 4_000 },
  { pollInterval: 4_000, isWatched: false, pause: 4_000 },
])(
  'behavior: an interval of $pollInterval ms becomes $pause ms if listening is $isWatched',
  ({ pause, ...options }) => {
    expect(lookPause(options)).toBe(pause)
  },
)
