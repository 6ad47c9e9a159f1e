import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cardScenes } from '../../gallery/cardScenes.ts'
import { galleryNow } from '../../gallery/fixtures.ts'
import { renderCardScene } from '../../gallery/renderCardScene.tsx'
import { en } from '../messages/en.ts'

let clear = () => {}

/** Before each test: sets the scenes' time, and a window of the frame's size. */
export async function beginCard(): Promise<void> {
  vi.useFakeTimers({ now: galleryNow, toFake: ['Date'] })
  await page.viewport(360, 600)
}

/** Removes the content of the scene; the document stays. */
export function clearCard(): void {
  clear()
}

/** After each test. */
export function endCard(): void {
  clearCard()
  vi.useRealTimers()
  document.body.innerHTML = ''
}

/**
 * Renders the scene of a name, and waits until it has content.
 *
 * @throws if there is no such scene
 */
export async function showCard(
  id: string,
  options: Partial<Parameters<typeof renderCardScene>[0]> = {},
): Promise<HTMLElement> {
  const scene = cardScenes.find((one) => one.id === id)
  if (scene === undefined) throw new Error(`There is no scene ${id}`)
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  clear = renderCardScene({ scene, root, messages: en, ...options })
  await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).not.toBe(''))
  return root
}
