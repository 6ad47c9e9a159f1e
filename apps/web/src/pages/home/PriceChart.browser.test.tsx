import '../../styles/index.css'
import type { Candle } from '@latchkey/protocol/api'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { english } from '../../language/english.ts'
import { createLanguage, LanguageContext } from '../../language/LanguageContext.ts'
import { PriceChart } from './PriceChart.tsx'

const place = document.createElement('div')
place.style.cssText = 'width:800px;height:380px'
const root = createRoot(place)
document.body.append(place)
document.documentElement.dataset.theme = 'dark'
const render = (content: ReactNode) => flushSync(() => root.render(content))
afterEach(() => render(null))

const candles = (count: number): Candle[] =>
  Array.from({ length: count }, (_, index) => {
    const price = 2 + Math.sin(index / 300)
    return {
      time: 1_700_000_000 + index * 60,
      open: price,
      high: price * 1.01,
      low: price * 0.99,
      close: price,
      volume: 5,
    }
  })
const chart = (
  list: readonly Candle[],
  kind: 'line' | 'candles' = 'line',
  language = createLanguage(),
  since?: number,
) => (
  <LanguageContext value={language}>
    <PriceChart
      candles={list}
      interval={60}
      shown={{ from: list[0]?.time ?? 0, to: list.at(-1)?.time ?? 0, since }}
      kind={kind}
      label="Price of LATCH"
      theme="dark"
    />
  </LanguageContext>
)
const slider = () => place.querySelector<HTMLElement>('[role=slider]')
const press = (key: string) => slider()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
const isDrawn = () => {
  const canvas = place.querySelector('canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return pixels?.some((value) => value > 0) ?? false
}

for (const kind of ['line', 'candles'] as const) {
  test(`default: draws 10,000 candles as ${kind} and reads them with the keyboard`, async () => {
    render(chart(candles(10_000), kind))
    await vi.waitFor(() => expect(isDrawn()).toBe(true))
    const last = Number(slider()?.getAttribute('aria-valuemax'))
    expect(last).toBeGreaterThan(kind === 'line' ? 9000 : 50)
    press('End')
    await vi.waitFor(() => expect(slider()?.getAttribute('aria-valuetext')).toMatch(/: \$\d/))
    press('Home')
    await vi.waitFor(() => expect(slider()?.getAttribute('aria-valuenow')).toBe('0'))
    press('ArrowRight')
    await vi.waitFor(() => expect(slider()?.getAttribute('aria-valuenow')).toBe('1'))
    press('Escape')
    await vi.waitFor(() => expect(slider()?.getAttribute('aria-valuenow')).toBe(String(last)))
  })
}

test('behavior: draws a single candle', async () => {
  render(chart(candles(1)))
  await vi.waitFor(() => expect(isDrawn()).toBe(true))
  expect(slider()?.getAttribute('aria-valuetext')).toContain('$2.0000')
})

test('behavior: a change of the language redraws the axes at once', async () => {
  const list = candles(100)
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  const written = () => write.mock.calls.map(([text]) => text).join(' ')
  try {
    render(chart(list))
    await vi.waitFor(() => expect(written()).toMatch(/\$\d/))
    render(chart(list, 'line', createLanguage({ ...english, locale: 'de-DE' })))
    await vi.waitFor(() => expect(written()).toMatch(/\d,\d+\s\$/))
  } finally {
    write.mockRestore()
  }
})

test('behavior: flaw 16: a range that begins before the first trade names the time of that trade', async () => {
  render(chart(candles(100), 'line', createLanguage(), new Date(2026, 10, 21, 14, 5).getTime() / 1000))
  await vi.waitFor(() => expect(place.textContent).toMatch(/Trades since Nov 21, 2:05.PM/))
})
