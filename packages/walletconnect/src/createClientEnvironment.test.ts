import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createClientEnvironment } from './createClientEnvironment.ts'

test('default', async () => {
  const environment = createClientEnvironment({ openSocket: (url) => new WebSocket(url) })
  expect(Math.abs(environment.now() - Date.now())).toBeLessThan(1_000)
  expect(environment.randomBytes(32)).toHaveLength(32)
  expect(environment.randomBytes(32)).not.toEqual(environment.randomBytes(32))
  const cancelled = vi.fn()
  environment.clearTimeout(environment.setTimeout(cancelled, 1))
  await new Promise<void>((resolve) => environment.setTimeout(resolve, 5))
  expect(cancelled).not.toHaveBeenCalled()
  // A server has no page that becomes visible.
  environment.onWake(() => {})()
})

test('error: without a WebSocket it says what to do', () => {
  vi.stubGlobal('WebSocket', undefined)
  try {
    const environment = createClientEnvironment()
    expect(() => environment.openSocket('ws://127.0.0.1:1')).toThrow(
      'There is no WebSocket here. In Node before 22, give createClientEnvironment an openSocket',
    )
  } finally {
    vi.unstubAllGlobals()
  }
})
