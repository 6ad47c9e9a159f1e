import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { connected } from '../../gallery/fixtures.ts'
import { emulateMedia } from '../../test/emulateMedia.ts'
import { inModal, modalRoot } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'
import type { Theme } from '../theme/Theme.ts'

function openModal(theme?: Theme) {
  const latchkey = createFixtureLatchkey({ connection: connected })
  const app = (next: Theme | undefined) => (
    <LatchkeyProvider latchkey={latchkey} theme={next}>
      <p>Page</p>
    </LatchkeyProvider>
  )
  const element = renderApp(app(theme))
  void latchkey.modal.open()
  return { latchkey, element, app }
}

/** Returns the visible properties of parts of a view: size, color and font. */
async function look() {
  await inModal('.total .figures')
  const root = await modalRoot()
  await vi.waitFor(() => {
    const running = root.getAnimations().filter(({ playState }) => playState === 'running')
    expect(running).toEqual([])
  })
  return ['.card', '.title', '.total', '.action', '.row', '.row-title', '.leave', '.icon-button'].map((selector) => {
    const element = root.querySelector(selector)
    if (element === null) throw new Error(`No ${selector}`)
    const { width, height } = element.getBoundingClientRect()
    const {
      color,
      backgroundColor,
      fontSize,
      fontFamily,
      fontWeight,
      letterSpacing,
      textTransform,
      borderRadius,
      display,
    } = getComputedStyle(element)
    return {
      selector,
      width,
      height,
      color,
      backgroundColor,
      fontSize,
      fontFamily,
      fontWeight,
      letterSpacing,
      textTransform,
      borderRadius,
      display,
    }
  })
}

test('behavior: no CSS of the page changes it', async () => {
  openModal({ mode: 'dark' })
  const before = await look()
  const hostile = document.createElement('style')
  hostile.textContent = `
    html { font-size: 30px; letter-spacing: 4px; text-transform: uppercase; line-height: 3 }
    * { box-sizing: content-box !important; letter-spacing: 5px !important; font-size: 40px !important; color: red !important;
        font-family: serif !important; margin: 7px !important; opacity: .5 !important; zoom: 1.5 !important; display: none !important }
    html, body { display: block !important; zoom: 1 !important; opacity: 1 !important; margin: 0 !important }
    button { background: red !important; width: 600px !important } h2 { display: none } dialog { display: none !important }`
  document.head.append(hostile)
  onTestFinished(() => hostile.remove())
  expect(await look()).toEqual(before)
})

test('behavior: none of its styles leak onto the page', async () => {
  const plain = document.createElement('button')
  plain.className = 'btn card title'
  document.body.append(plain)
  onTestFinished(() => plain.remove())
  const before = getComputedStyle(plain).cssText
  openModal()
  await inModal('.total')
  expect(getComputedStyle(plain).cssText).toBe(before)
  expect(document.adoptedStyleSheets).toEqual([])
})

test('behavior: system follows the system live; light and dark do not', async () => {
  await emulateMedia('prefers-color-scheme', 'dark')
  openModal({ mode: 'system' })
  const card = await inModal('.card')
  await expect.poll(() => getComputedStyle(card).backgroundColor).toBe('color(srgb 0.0901961 0.0901961 0.101961)')
  await emulateMedia('prefers-color-scheme', 'light')
  await expect.poll(() => getComputedStyle(card).backgroundColor).toBe('color(srgb 1 1 1)')
})

test('default: spec 2.21, 2.22, 2.23 and 2.24: 360 px wide, z-index 999, font size 10 px, radius 4 px', async () => {
  await page.viewport(1280, 800)
  openModal()
  const card = await inModal('.card')
  const { host } = await modalRoot()
  const measures = () => ({
    width: card.offsetWidth,
    zIndex: getComputedStyle(host).zIndex,
    layer: getComputedStyle(card.closest('.root') ?? host).zIndex,
    // Every size is a multiple of a tenth of the font size, every radius one of a quarter of the radius.
    unit: getComputedStyle(host).getPropertyValue('--u'),
    radiusUnit: getComputedStyle(host).getPropertyValue('--r'),
    title: getComputedStyle(card.querySelector('.title') ?? host).fontSize,
    radius: getComputedStyle(card).borderRadius,
  })
  const defaults = {
    width: 360,
    zIndex: '999',
    layer: '999',
    unit: 'calc(10px*.1)',
    radiusUnit: 'calc(4px*.25)',
    title: '17px',
    radius: '24px',
  }
  expect(measures()).toEqual(defaults)
  // An app that sets exactly these defaults changes nothing.
  const variables = { '--lk-font-size-master': '10px', '--lk-radius-master': '4px', '--lk-z-index': '999' }
  for (const [name, value] of Object.entries(variables)) (host as HTMLElement).style.setProperty(name, value)
  expect(measures()).toEqual(defaults)
})

test('behavior: variables scale sizes and radii, and set colors', async () => {
  await page.viewport(1280, 800)
  openModal({
    mode: 'dark',
    variables: { fontSizeMaster: '12px', radiusMaster: '0px', accent: '#1d4ed8', fontFamily: 'serif', zIndex: 5 },
  })
  const card = await inModal('.card')
  const mark = await inModal('.action-mark')
  expect(getComputedStyle(card).maxWidth).toBe('432px')
  expect(getComputedStyle(card).borderRadius).toBe('0px')
  expect(getComputedStyle(card).fontFamily).toBe('serif')
  expect(getComputedStyle(mark).backgroundColor).toBe('rgb(29, 78, 216)')
  // Readable on blue, although the app set no text color.
  expect(getComputedStyle(mark).color).toBe('rgb(255, 255, 255)')
  const root = await modalRoot()
  expect(getComputedStyle(root.host).zIndex).toBe('5')
})

test('behavior: reduced motion moves nothing', async () => {
  await emulateMedia('prefers-reduced-motion', 'reduce')
  const animate = vi.spyOn(Element.prototype, 'animate')
  onTestFinished(() => animate.mockRestore())
  const { latchkey } = openModal()
  await inModal('.total')
  latchkey.modal.push('Networks')
  await expect.element(page.getByRole('button', { name: /Local Two/ })).toBeVisible()
  const root = await modalRoot()
  expect(animate).not.toHaveBeenCalled()
  expect(root.querySelector('.ghost')).toBeNull()
  expect(root.getAnimations().filter((animation) => animation instanceof CSSTransition)).toEqual([])
})

test('behavior: in high contrast lines replace shadows, and a code keeps its colors', async () => {
  await emulateMedia('forced-colors', 'active')
  const { latchkey } = openModal()
  await inModal('.total')
  const selected = await inModal('[role=tab][aria-selected=true]')
  const other = await inModal('[role=tab][aria-selected=false]')
  expect(getComputedStyle(selected).backgroundColor).not.toBe(getComputedStyle(other).backgroundColor)
  for (const selector of ['.card', '.action', '.row']) {
    expect(getComputedStyle(await inModal(selector)).borderTopWidth, selector).toBe('1px')
  }
  latchkey.modal.push('Receive')
  const code = await inModal('.qr')
  expect(getComputedStyle(code).forcedColorAdjust).toBe('none')
  // Dark dots on a light ground, because cameras expect it.
  expect(getComputedStyle(code).backgroundColor).toBe('rgb(255, 255, 255)')
})

test('behavior: views cross-fade and the height follows', async () => {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  const { latchkey } = openModal()
  await inModal('.total')
  const stage = await inModal('.stage')
  const before = stage.offsetHeight
  // On a slow machine the movement may be over before the check, so the observer records it.
  const wasMoving: (string | null)[] = []
  const observer = new MutationObserver((records) => wasMoving.push(...records.map(({ oldValue }) => oldValue)))
  observer.observe(stage, { attributeFilter: ['data-moving'], attributeOldValue: true })
  onTestFinished(() => observer.disconnect())
  latchkey.modal.push('Networks')
  const ghost = await inModal('.ghost')
  expect(ghost.inert).toBe(true)
  expect(ghost.getAttribute('aria-hidden')).toBe('true')
  await inModal('[data-key="eip155:31338"]')
  await expect.poll(() => stage.dataset.moving).toBeUndefined()
  expect(wasMoving).toContain('')
  expect(stage.offsetHeight).toBeLessThan(before)
  const root = await modalRoot()
  expect(root.querySelector('.ghost')).toBeNull()
})

test('behavior: below 430 px it is a sheet at the bottom edge', async () => {
  await page.viewport(390, 700)
  onTestFinished(() => page.viewport(1280, 800))
  openModal()
  const card = await inModal('.card')
  await expect.poll(() => Math.round(card.getBoundingClientRect().bottom)).toBe(700)
  expect(card.getBoundingClientRect().width).toBe(390)
})
