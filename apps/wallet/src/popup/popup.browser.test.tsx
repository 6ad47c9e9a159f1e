import { render } from 'preact'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { galleryNow } from '../../gallery/fixtures.ts'
import { popupPage, popupScenes } from '../../gallery/popupScenes.ts'
import { en } from '../messages/en.ts'
import { windowCss } from '../ui/sheets.css.ts'
import type { WatchSeen } from '../ui/watchVisible.ts'
import type { PopupLogin } from './createPopupLogin.ts'
import { PopupScreen } from './PopupScreen.tsx'

let root: HTMLElement | undefined
afterEach(() => {
  if (root) render(null, root)
  document.body.innerHTML = ''
})

/** Always in front, unless a test changes it. */
const inFront: WatchSeen = (onChange) => {
  onChange(true)
  return () => {}
}
const goButton = () => page.getByRole('button', { name: /^Continue to / })
/** Clicks the button, whether it is armed or not. */
const press = () => goButton().click({ force: true })
const isArmed = () =>
  vi.waitFor(() => expect(document.querySelector('.approve')?.getAttribute('data-arming')).toBeNull(), 3_000)

const sheet = document.createElement('style')
beforeAll(() => {
  sheet.textContent = `${windowCss}*,*::before,*::after{transition:none!important}`
  document.head.append(sheet)
})
afterAll(() => sheet.remove())

function show(id: string, login: Partial<PopupLogin> = {}, { close = () => {}, watch = inFront } = {}) {
  vi.setSystemTime(galleryNow)
  const scene = popupScenes.find((one) => one.id === id)
  if (scene === undefined) throw new Error(`There is no scene ${id}`)
  const shown = popupPage(scene, login)
  root = document.createElement('div')
  document.body.append(root)
  render(
    <PopupScreen
      page={shown.name === 'done' ? { ...shown, close } : shown}
      messages={en}
      language="en"
      watch={() => watch}
    />,
    root,
  )
  return root
}
const title = () => document.querySelector('h1')?.textContent

test('behavior: threat 50: the asking site is above the number, with advice if it was not you', async () => {
  const element = show('popup-number')
  expect(element.textContent).toContain('https://app.brass.example')
  expect(element.textContent).toContain(en['popup.number.notMe'])
})

test('behavior: two digits and Enter send the number; the field refuses anything else', async () => {
  const goOn = vi.fn()
  show('popup-number', { goOn })
  await isArmed()
  const field = page.getByRole('textbox')
  await field.fill('4')
  await userEvent.keyboard('{Enter}')
  await press()
  expect(goOn).not.toHaveBeenCalled()
  await field.fill('4a2')
  await isArmed()
  await userEvent.keyboard('{Enter}')
  expect(goOn).toHaveBeenCalledWith('42')
})

test('behavior: finding F2: threat 151: the site, the app and the device of the login are above the button', () => {
  const main = show('popup-asking').querySelector('main')
  const words = main?.textContent ?? ''
  for (const part of ['https://app.brass.example', 'Brass', 'Chrome on macOS', en['popup.number.notMe']])
    expect(words).toContain(part)
  expect(words.indexOf('Chrome on macOS')).toBeLessThan(words.indexOf('Continue to Google'))
})

test('behavior: finding F2: threat 151: a click counts once the window was in front for half a second, and no click before', async () => {
  const goOn = vi.fn()
  let tell = (_isSeen: boolean) => {}
  const watch: WatchSeen = (onChange) => {
    tell = onChange
    return () => {}
  }
  const button = show('popup-asking', { goOn }, { watch }).querySelector('.approve')
  if (button === null) throw new Error('There is no button')
  const click = () => userEvent.click(button, { force: true })
  await click()
  // From here on the clock moves only on command: on a busy machine a click may take half a second.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pass = () => vi.advanceTimersByTimeAsync(600)
  tell(true)
  // The second half of a double-click whose first half opened the window.
  await click()
  expect(goOn).not.toHaveBeenCalled()
  await pass()
  tell(false)
  await click()
  expect(goOn).not.toHaveBeenCalled()
  tell(true)
  await pass()
  await click()
  expect(goOn).toHaveBeenCalledExactlyOnceWith(undefined)
})

test('behavior: finding F2: threat 151: ignores synthetic clicks and the second half of a double-click', async () => {
  const goOn = vi.fn()
  show('popup-asking', { goOn })
  await isArmed()
  const button = document.querySelector<HTMLButtonElement>('.approve')
  button?.click()
  for (const type of ['pointerdown', 'pointerup']) button?.dispatchEvent(new PointerEvent(type, { bubbles: true }))
  button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  button?.form?.requestSubmit()
  expect(goOn).not.toHaveBeenCalled()
  // These pages are in a frame, where a mouse that just arrived disarms the button.
  await goButton().hover({ force: true })
  await isArmed()
  await userEvent.dblClick(goButton())
  expect(goOn).toHaveBeenCalledTimes(1)
})

test('behavior: finding F2: threat 151: a key that was held down when the window opened does not press the button', async () => {
  const goOn = vi.fn()
  show('popup-asking', { goOn })
  await isArmed()
  document.querySelector<HTMLButtonElement>('.approve')?.focus()
  await userEvent.keyboard('{Enter}')
  expect(goOn).not.toHaveBeenCalled()
  await new Promise((resolve) => setTimeout(resolve, 600))
  await userEvent.keyboard('{Enter}')
  expect(goOn).toHaveBeenCalledTimes(1)
})

test.each([
  [390, 720],
  [480, 720],
])('behavior: all of it fits a window of %i by %i', async (width, height) => {
  await page.viewport(width, height)
  for (const id of ['popup-asking', 'popup-number', 'popup-number-before']) {
    show(id)
    expect(document.querySelector('.sheet .aside:last-child')?.getBoundingClientRect().bottom).toBeLessThan(height)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    if (root) render(null, root)
    document.body.innerHTML = ''
  }
})

test('behavior: a finished window closes itself; a refused one stays to be read', () => {
  const close = vi.fn()
  show('popup-done', {}, { close })
  show('popup-cancelled', {}, { close })
  return vi
    .waitFor(() => expect(close).toHaveBeenCalledTimes(2))
    .then(() => {
      show('popup-done-refused', {}, { close })
      expect(title()).toBeDefined()
      expect(close).toHaveBeenCalledTimes(2)
    })
})

test('behavior: the same window tries again only if that can help', async () => {
  const retry = vi.fn()
  show('popup-failed', { retry })
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(retry).toHaveBeenCalledOnce()
  document.body.innerHTML = ''
  const down = show('popup-provider-down', { retry })
  expect(down.querySelector('button')).toBeNull()
  expect(down.textContent).toContain(en['popup.failed.again'])
})

test('behavior: without an opener, a redirect only shows that it continues', () => {
  const element = show('popup-redirect')
  expect(element.querySelector('main')?.textContent).toBe(en['popup.opening'])
})
