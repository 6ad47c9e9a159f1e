import { render } from 'preact'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { galleryNow } from '../../gallery/fixtures.ts'
import { popupPage, popupScenes } from '../../gallery/popupScenes.ts'
import { en } from '../messages/en.ts'
import type { PopupLogin } from './createPopupLogin.ts'
import { PopupScreen } from './PopupScreen.tsx'

let root: HTMLElement | undefined
afterEach(() => {
  if (root) render(null, root)
  document.body.innerHTML = ''
})

function show(id: string, login: Partial<PopupLogin> = {}, close = () => {}) {
  vi.setSystemTime(galleryNow)
  const scene = popupScenes.find((one) => one.id === id)
  if (scene === undefined) throw new Error(`There is no scene ${id}`)
  const shown = popupPage(scene, login)
  root = document.createElement('div')
  document.body.append(root)
  render(<PopupScreen page={shown.name === 'done' ? { ...shown, close } : shown} messages={en} language="en" />, root)
  return root
}
const title = () => document.querySelector('h1')?.textContent

test('behavior: threat 50: the site that asks stands above the number, and what to do if it was not you', async () => {
  const element = show('popup-number')
  expect(element.textContent).toContain('https://app.brass.example')
  expect(element.textContent).toContain(en['popup.number.notMe'])
})

test('behavior: two digits and Enter send the number; anything else is not typed', async () => {
  const submitNumber = vi.fn()
  show('popup-number', { submitNumber })
  const field = page.getByRole('textbox')
  await field.fill('4')
  await userEvent.keyboard('{Enter}')
  expect(submitNumber).not.toHaveBeenCalled()
  await field.fill('4a2')
  await userEvent.keyboard('{Enter}')
  expect(submitNumber).toHaveBeenCalledWith('42')
})

test('behavior: a window that is done closes itself; one that was refused stays to be read', () => {
  const close = vi.fn()
  show('popup-done', {}, close)
  show('popup-cancelled', {}, close)
  return vi
    .waitFor(() => expect(close).toHaveBeenCalledTimes(2))
    .then(() => {
      show('popup-done-refused', {}, close)
      expect(title()).toBeDefined()
      expect(close).toHaveBeenCalledTimes(2)
    })
})

test('behavior: only where it can help, the same window tries again', async () => {
  const retry = vi.fn()
  show('popup-failed', { retry })
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(retry).toHaveBeenCalledOnce()
  document.body.innerHTML = ''
  const down = show('popup-provider-down', { retry })
  expect(down.querySelector('button')).toBeNull()
  expect(down.textContent).toContain(en['popup.failed.again'])
})

test('behavior: without a page that opened it, a redirect shows nothing but that it goes on', () => {
  const element = show('popup-redirect')
  expect(element.querySelector('main')?.textContent).toBe(en['popup.opening'])
})
