import { afterEach, expect, test, vi } from 'vitest'
import { askFirst, fetchFirst } from './firstAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const address = 'https://api.example.com/v1/tokens/1'

/** Answers each request with its number. */
function countRequests() {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url))
    return new Response(String(asked.length))
  })
  return asked
}

test('behavior: an early answer is used once, and later requests are sent again', async () => {
  const asked = countRequests()
  expect(await (await askFirst(address)).text()).toBe('1')
  expect(await (await fetchFirst(new URL(address))).text()).toBe('1')
  expect(await (await fetchFirst(address)).text()).toBe('2')
  expect(await (await fetchFirst('https://api.example.com/other')).text()).toBe('3')
  expect(asked).toHaveLength(3)
})

test('behavior: repeats an early request that failed', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(askFirst(address)).rejects.toThrow('Failed to fetch')
  const asked = countRequests()
  expect(await (await fetchFirst(address)).text()).toBe('1')
  expect(asked).toEqual([address])
})

test('behavior: a hanging early request ends with the site’s timeout', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  void askFirst(address)
  const giveUp = new AbortController()
  const answer = fetchFirst(address, { signal: giveUp.signal })
  giveUp.abort(new DOMException('late', 'TimeoutError'))
  await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
})
