import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { VirtualRows } from './VirtualRows.tsx'

const place = document.createElement('div')
place.style.height = '440px'
const root = createRoot(place)
document.body.append(place)
const render = (content: ReactNode) => flushSync(() => root.render(content))
afterEach(() => render(null))

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const list = (items: readonly string[], onEnd?: () => void) => (
  <VirtualRows
    items={items}
    label="Numbers"
    rowHeight={44}
    keyOf={(item) => item}
    render={(item) => item}
    {...(onEnd ? { onEnd } : {})}
  />
)
const rows = () => [...place.querySelectorAll('li')]
const scroller = () => place.querySelector('section') ?? document.body

test('default: renders only visible rows of 10,000, and each one has its position', async () => {
  render(list(numbers(10_000)))
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(9))
  expect(rows().length).toBeLessThan(40)
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('10000')
  scroller().scrollTop = 44 * 5000
  await vi.waitFor(() => expect(rows().map((row) => row.textContent)).toContain('5000'))
  expect(rows().length).toBeLessThan(40)
})

test('behavior: asks for more near its end, and not before', async () => {
  const onEnd = vi.fn()
  render(list(numbers(200), onEnd))
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(9))
  expect(onEnd).not.toHaveBeenCalled()
  scroller().scrollTop = 44 * 200
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled())
})

test('behavior: flaw 20: a list that continues below shows it, until its end', async () => {
  render(list(numbers(12)))
  await vi.waitFor(() => expect(scroller().dataset.goesOn).toBe('true'))
  scroller().scrollTop = 44 * 12
  await vi.waitFor(() => expect(scroller().dataset.goesOn).toBe('false'))
  render(list(numbers(5)))
  await vi.waitFor(() => expect(rows().length).toBe(5))
  expect(scroller().dataset.goesOn).toBe('false')
})

test('behavior: empty', async () => {
  render(list([]))
  await vi.waitFor(() => expect(place.querySelector('section')).not.toBeNull())
  expect(rows()).toEqual([])
})
