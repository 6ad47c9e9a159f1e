import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { renew } from './renew.ts'

/** A page that shows a query. `open` holds the requests that wait for an answer. */
function watchBalance() {
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const open: { answer: (value: number) => void; fail: () => void }[] = []
  const observer = new QueryObserver(cache, {
    queryKey: ['balance', 'one'],
    queryFn: () =>
      new Promise<number>((answer, reject) => open.push({ answer, fail: () => reject(new Error('away')) })),
  })
  const shown: (number | undefined)[] = []
  const stop = observer.subscribe(({ data, fetchStatus }) => fetchStatus === 'idle' && shown.push(data))
  return { cache, open, shown, stop }
}

const settled = () => new Promise((done) => setTimeout(done, 0))

test('default: reads a query with data again', async () => {
  const { cache, open, shown, stop } = watchBalance()
  open[0]?.answer(1)
  await settled()
  renew(cache, ['balance'])
  open[1]?.answer(2)
  await settled()
  expect(shown).toEqual([1, 2])
  stop()
})

test('behavior: an update during the first read causes another read', async () => {
  const { cache, open, shown, stop } = watchBalance()
  renew(cache, ['balance'])
  renew(cache, ['balance'])
  expect(open).toHaveLength(1)
  open[0]?.answer(0)
  await settled()
  expect(open).toHaveLength(2)
  open[1]?.answer(2)
  await settled()
  expect(open).toHaveLength(2)
  expect(shown.at(-1)).toBe(2)
  stop()
})

test('error: a failed first read is not repeated here', async () => {
  const { cache, open, stop } = watchBalance()
  renew(cache, ['balance'])
  open[0]?.fail()
  await settled()
  expect(open).toHaveLength(1)
  stop()
})
