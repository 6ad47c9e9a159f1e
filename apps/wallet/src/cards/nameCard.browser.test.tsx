import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as fixtures from '../../gallery/fixtures.ts'
import { renderCardScene } from '../../gallery/renderCardScene.tsx'
import { en } from '../messages/en.ts'

let clear = () => {}
beforeEach(() => {
  vi.useFakeTimers({ now: fixtures.galleryNow, toFake: ['Date'] })
})
afterEach(() => {
  clear()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

test('behavior: a name’s card says how long its signature is taken, and that it is too late after 60 s', async () => {
  await page.viewport(390, 640)
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const { nameRegister } = fixtures.descriptions
  const card = fixtures.approval(nameRegister)
  clear = renderCardScene({ scene: { id: 'name', card }, root, messages: en })
  await expect.poll(() => root.textContent).toContain(en['approve.name.soon'])
  const end = ((nameRegister.nameMessage?.timestamp ?? 0) + 60) * 1000
  vi.setSystemTime(end - 1)
  await expect.poll(() => root.textContent).toContain(en['approve.name.soon'])
  vi.setSystemTime(end)
  await expect.poll(() => root.textContent, { timeout: 5_000 }).toContain(en['approve.name.late'])
  expect(root.textContent).not.toContain(en['approve.name.soon'])
})
