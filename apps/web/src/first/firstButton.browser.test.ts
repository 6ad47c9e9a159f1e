import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type LanguageTag, languages } from '../language/languages.ts'
import { createFamilyKit, createFamilySite } from '../testing/familySite.ts'
import { drawFirstButton, recordKey, takeFirstPress } from './firstButton.ts'
import { firstTexts } from './firstTexts.ts'

const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reload.mockReset()
  takeFirstPress()
  document.documentElement.lang = 'en'
  document.body.innerHTML = '<div id="root"><span class="first-button" data-first="button"></span></div>'
})
afterEach(() => {
  vi.useRealTimers()
  document.documentElement.lang = 'en'
  document.body.innerHTML = ''
})

const draw = (record?: unknown) =>
  drawFirstButton({
    ...{ document, reload },
    storage: () => ({ getItem: (key) => (key === recordKey && record ? JSON.stringify(record) : null) }),
  })
const button = () => document.querySelector('button')

test('behavior: keeps a visitor’s press for the site, once, and the button shows it', async () => {
  draw()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.element(page.getByRole('button', { name: 'Opening…' })).toHaveAttribute('aria-busy', 'true')
  expect([takeFirstPress(), takeFirstPress()]).toEqual([true, false])
  expect(reload).not.toHaveBeenCalled()
})

test('behavior: without a press nothing opens, and a site that has loaded is not reported as failed', async () => {
  draw()
  document.querySelector('#root')?.replaceChildren()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(takeFirstPress()).toBe(false)
  expect(button()).toBeNull()
})

test('behavior: a visitor with a stored connection is not asked to connect', () => {
  draw({ version: 2, connections: [{ connectorId: 'x', namespace: 'eip155' }], recentConnectorIds: [], chainIds: {} })
  expect(button()).toBeNull()
})

test.each([undefined, { version: 1 }, { version: 2, connections: [] }, 'broken'])(
  'behavior: with the record %j the button shows',
  (record) => {
    draw(record)
    expect(button()?.textContent).toBe('Connect wallet')
  },
)

test('behavior: code that fails to load, or does not arrive within 15 s, leaves a button that reloads the page', async () => {
  draw()
  button()?.click()
  const script = document.createElement('script')
  script.type = 'module'
  document.body.append(script)
  script.dispatchEvent(new Event('error'))
  expect(button()?.textContent).toBe('Could not load. Try again')
  expect(button()?.ariaBusy).toBeNull()
  button()?.click()
  expect(reload).toHaveBeenCalledOnce()

  document.body.innerHTML = '<span data-first="button"></span>'
  draw({ version: 2, connections: [{}] })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(button()?.textContent).toBe('Could not load. Try again')
})

test('behavior: it has the same label as the wallet’s own button, in every language', async () => {
  expect(Object.keys(firstTexts).sort()).toEqual(Object.keys(languages).sort())
  for (const tag of Object.keys(languages) as LanguageTag[]) {
    const { kit } = (await languages[tag].load()).language
    if (typeof kit === 'string') continue
    const { 'button.connect': connect, 'button.loadFailed': again } = kit.buttons
    expect(firstTexts[tag], tag).toMatchObject({ connect, again })
  }
})

test('behavior: it reads the record that the kit writes', async () => {
  const { connect } = createFamilyKit(createFamilySite())
  await connect('eip155')
  drawFirstButton({ document, reload, storage: () => localStorage })
  expect(button()).toBeNull()
})
