import { afterEach, expect, test, vi } from 'vitest'
import { createClientEnvironment } from './createClientEnvironment.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('default', () => {
  const listener = vi.fn()
  const end = createClientEnvironment().onWake(listener)
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('pageshow'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(listener).toHaveBeenCalledTimes(3)
  end()
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(listener).toHaveBeenCalledTimes(3)
})

test('behavior: a page that is hidden does not wake', () => {
  const listener = vi.fn()
  const end = createClientEnvironment().onWake(listener)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(listener).not.toHaveBeenCalled()
  end()
})
