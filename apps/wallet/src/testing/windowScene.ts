import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createGalleryMeter } from '../../gallery/createGalleryMeter.ts'
import { galleryNow } from '../../gallery/fixtures.ts'
import { renderWindowScene } from '../../gallery/renderWindowScene.tsx'
import { type WindowScene, windowScenes } from '../../gallery/windowScenes.ts'
import { en } from '../messages/en.ts'

let clear = () => {}

/** Before each test: sets the scenes' time, and a window of the wallet's size. */
export async function beginWindow(): Promise<void> {
  vi.useFakeTimers({ now: galleryNow, toFake: ['Date'] })
  await page.viewport(420, 800)
}

/** After each test. */
export function endWindow(): void {
  clear()
  vi.useRealTimers()
  document.body.innerHTML = ''
}

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const tab = (name: string) => page.getByRole('tab', { name, exact: true })
/** The input with this label; the body if there is none. */
export const field = (name: string) =>
  page.elementLocator(
    [...document.querySelectorAll('input')].find((input) => input.labels?.[0]?.textContent === name) ?? document.body,
  )

/** Renders a scene, and waits until it has content. */
export async function showWindow(scene: WindowScene, options: Partial<Parameters<typeof renderWindowScene>[0]> = {}) {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const meter = await createGalleryMeter()
  clear = renderWindowScene({ scene, root, messages: en, loadMeter: async () => meter, ...options })
  await vi.waitFor(() => {
    const title = root.querySelector('h1')?.textContent
    expect([en['window.connecting'], '', undefined]).not.toContain(title)
  })
  return root
}

/** Returns the scene of a name, with additional fields. */
export function sceneOf(id: string, more: object = {}): WindowScene {
  const scene = windowScenes.find((one) => one.id === id)
  if (scene === undefined) throw new Error(`There is no scene ${id}`)
  return { ...scene, ...more } as WindowScene
}

/** Plays a scene's steps. */
export async function playSteps(scene: WindowScene): Promise<void> {
  for (const step of scene.steps ?? []) {
    if ('press' in step) {
      // The scene decides which of the two exists.
      await button(step.press).or(tab(step.press)).first().click()
    } else if ('check' in step) await page.getByRole('checkbox').click()
    else if ('fill' in step) {
      await vi.waitFor(() => expect(field(step.fill).element()).not.toBe(document.body))
      await field(step.fill).fill(step.text)
    } else await hold(step.hold)
  }
}

/** Holds the space bar until the action runs. */
export async function hold(name: string): Promise<void> {
  const element = button(name).element() as HTMLElement
  element.focus()
  await userEvent.keyboard('{ >}')
  await vi.waitFor(() => expect(document.querySelector('.secret,.words')).not.toBeNull(), { timeout: 4000 })
  await userEvent.keyboard('{/ }')
}
