import { expect, test, vi } from 'vitest'
import { takeReturn } from './takeReturn.ts'

function pageAt(href: string) {
  const location = new URL(href)
  const history = {
    state: { router: 1 },
    replaceState: vi.fn((_: unknown, __: string, next: string) => {
      location.href = next
    }),
  }
  return { page: Object.assign(new EventTarget(), { location, history }), history, location }
}

test.each([
  ['https://site.test/buy?x=1#latchkey-social=a.b', 'a.b', 'https://site.test/buy?x=1'],
  ['https://site.test/#latchkey-social=a', 'a', 'https://site.test/'],
  ['https://site.test/#/route&latchkey-social=a.b', 'a.b', 'https://site.test/#/route'],
])('default: removes the answer in %s, and keeps the rest', (href, answer, left) => {
  const { page, history, location } = pageAt(href)
  expect(takeReturn(page)).toBe(answer)
  expect(location.href).toBe(left)
  // Keeps the history state of a router.
  expect(history.replaceState.mock.calls[0]?.[0]).toStrictEqual({ router: 1 })
  expect(takeReturn(page)).toBeUndefined()
})

test.each([
  'https://site.test/',
  'https://site.test/#other=1',
  'https://site.test/?latchkey-social=a.b',
  'https://site.test/#not-latchkey-social=a.b',
])('behavior: leaves %s unchanged', (href) => {
  const { page, history } = pageAt(href)
  expect(takeReturn(page)).toBeUndefined()
  expect(history.replaceState).not.toHaveBeenCalled()
})

test('behavior: works without a page, and with a page without a URL', () => {
  expect(takeReturn(undefined)).toBeUndefined()
  expect(takeReturn(new EventTarget())).toBeUndefined()
})
