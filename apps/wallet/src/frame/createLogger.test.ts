import { expect, test } from 'vitest'
import { createLogger } from './createLogger.ts'

test('behavior: threat 69: log-canary: logs no secret, by name or by pattern', () => {
  const lines: string[] = []
  const log = createLogger({ enabled: true, write: (line) => lines.push(line) })
  const canaries = [
    'visitor@mail.example',
    '123456',
    `0x${'ab'.repeat(32)}`,
    'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl',
    'q'.repeat(43),
    'ABCDE-FGHJK-MNPQR-STVWX-YZ012-3',
  ]
  for (const canary of canaries) {
    log(`saw ${canary} here`)
    log('value', { anything: canary, accessToken: canary, otp: canary, share: canary })
  }
  log('plain', { name: 'show', count: 3 })
  expect(lines.length).toBe(canaries.length * 2 + 1)
  for (const canary of canaries) expect(lines.join('\n')).not.toContain(canary)
  expect(lines.at(-1)).toBe('[latchkey-wallet] plain name=show count=3')
})

test('behavior: silent unless enabled', () => {
  const lines: string[] = []
  createLogger({ enabled: false, write: (line) => lines.push(line) })('something')
  expect(lines).toStrictEqual([])
})
