import { expect, test, vi } from 'vitest'
import { takeToken } from './takeToken.ts'

const at = (hash: string) => {
  const replaceState = vi.fn()
  const window = { location: { hash, pathname: '/w/device' }, history: { replaceState } }
  return { token: takeToken({ window: window as never }), replaceState }
}

test('default: taken, and removed from the address bar', () => {
  const { token, replaceState } = at(`#${'a-_9'.repeat(10)}xyz`)
  expect(token).toBe(`${'a-_9'.repeat(10)}xyz`)
  expect(replaceState).toHaveBeenCalledWith(null, '', '/w/device')
})

test.each(['', '#', `#${'a'.repeat(42)}`, `#${'a'.repeat(44)}`, `#${'a'.repeat(42)}=`])(
  'error: %s is no token',
  (hash) => {
    const { token, replaceState } = at(hash)
    expect(token).toBeNull()
    expect(replaceState).toHaveBeenCalledTimes(1)
  },
)
