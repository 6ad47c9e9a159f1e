import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cardScenes } from '../../gallery/cardScenes.ts'
import { renderCardScene } from '../../gallery/renderCardScene.tsx'
import { en } from '../messages/en.ts'
import { applyTheme } from '../ui/applyTheme.ts'

let clear = () => {}
const root = document.documentElement
beforeEach(async () => {
  await page.viewport(360, 600)
  const scene = cardScenes.find(({ id }) => id === 'approve-send-look-alike')
  if (scene === undefined) throw new Error('The scene is gone')
  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  clear = renderCardScene({ scene, root: place, messages: en })
  await vi.waitFor(() => expect(document.querySelector('.approve')).not.toBeNull())
})
afterEach(() => {
  clear()
  document.body.innerHTML = ''
})

/** Elements that the visitor reads before an approval. */
const shown = [
  '.sentence',
  '.change-amount',
  '.change-word',
  '.address',
  '.note',
  '.foot-warning',
  '.asker b',
  '.tag',
  '.title',
]

function channels(color: string): number[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (canvas === null) throw new Error('There is no canvas')
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((one) => {
    const value = one / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (high + 0.05) / (low + 0.05)
}

const look = () =>
  shown.map((selector) => {
    const element = document.querySelector(selector)
    if (element === null) throw new Error(`There is no ${selector}`)
    const { color, backgroundColor, opacity, visibility, fontSize, display } = getComputedStyle(element)
    return [selector, color, backgroundColor, opacity, visibility, fontSize, display]
  })

test('behavior: threat 18: no accent changes the text before an approval (theme-contrast)', () => {
  for (const mode of ['dark', 'light'] as const) {
    applyTheme({ root, theme: { mode, accent: null }, language: 'en' })
    const plain = look()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        applyTheme({ root, theme: { mode, accent: `#${value.toString(16).padStart(6, '0')}` }, language: 'en' })
        expect(look()).toEqual(plain)
      }),
      { numRuns: 40, examples: [[0x17171a], [0xffffff], [0xf48576]] },
    )
  }
})

test('behavior: threat 18: the button is readable on every accent (theme-contrast)', () => {
  const button = document.querySelector<HTMLElement>('.approve')
  if (button === null) throw new Error('There is no button')
  button.style.transition = 'none'
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), fc.constantFrom('dark', 'light'), (value, mode) => {
      applyTheme({ root, theme: { mode, accent: `#${value.toString(16).padStart(6, '0')}` }, language: 'en' })
      const { color, backgroundColor } = getComputedStyle(button)
      expect(contrast(color, backgroundColor)).toBeGreaterThan(4.5)
    }),
    { numRuns: 200, examples: [[0xd133ac, 'dark']] },
  )
})

test.each(['light', 'dark'] as const)('behavior: threat 18: %s: texts keep their contrast', (mode) => {
  applyTheme({ root, theme: { mode, accent: null }, language: 'en' })
  const card = getComputedStyle(document.body).backgroundColor
  for (const selector of [
    '.sentence',
    '.asker',
    '.asker b',
    '.label',
    '.foot-warning span',
    '.btn[data-kind=secondary]',
  ]) {
    const element = document.querySelector(selector)
    if (element === null) throw new Error(`There is no ${selector}`)
    expect(contrast(getComputedStyle(element).color, card), selector).toBeGreaterThan(4.5)
  }
})

test.each(['red', 'var(--s0)', '#fff;display:none', 'transparent', '#1234', 'url(https://evil.example)', ''])(
  'error: threat 18: %s is no accent, so the wallet keeps its own',
  (accent) => {
    applyTheme({ root, theme: { mode: 'dark', accent }, language: 'en' })
    expect(root.style.getPropertyValue('--lk-accent')).toBe('')
    expect(root.style.getPropertyValue('--lk-accent-ink')).toBe('')
  },
)

test('behavior: a language that is written from right to left mirrors the card', () => {
  applyTheme({ root, theme: { mode: 'dark', accent: null }, language: 'ar' })
  expect([root.lang, root.dir]).toEqual(['ar', 'rtl'])
  applyTheme({ root, theme: { mode: 'dark', accent: null }, language: 'pt-BR' })
  expect([root.lang, root.dir]).toEqual(['pt-BR', 'ltr'])
})
