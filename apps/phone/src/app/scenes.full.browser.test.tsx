import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { scenes } from '../../gallery/scenes.ts'
import { createFixtureNode } from '../testing/fixtureNode.ts'
import { fixtureNow } from '../testing/fixtures.ts'
import { findAxeViolations, setTheme } from '../testing/pageTheme.ts'
import { createMemory, renderPhone } from '../testing/renderPhone.tsx'

let clear = () => {}
const fetch = globalThis.fetch
beforeEach(() => page.viewport(390, 844))
afterEach(() => {
  clear()
  globalThis.fetch = fetch
  vi.useRealTimers()
})

async function show(scene: (typeof scenes)[number]): Promise<void> {
  vi.useFakeTimers({ now: fixtureNow, toFake: ['Date'] })
  globalThis.fetch = createFixtureNode({ fails: () => scene.nodeFails ?? false })
  history.replaceState(scene.screen ?? null, '')
  clear = renderPhone({
    wallet: scene.wallet(),
    memory: createMemory(),
    ...(scene.openedBy ? { openedBy: scene.openedBy } : {}),
  })
  await vi.waitFor(() => expect(document.querySelector('main h1')).not.toBeNull())
  // Every request to the node has an answer or an error.
  await vi.waitFor(() => expect(document.body.textContent).not.toMatch(/Asking for the balance|Reading the request/))
  await settle()
}

/** Waits until nothing moves. A change of colors starts its transitions with the next frame, and one can follow another. */
async function settle(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const moving = document
      .getAnimations()
      .filter((animation) => hasEnd(animation) && animation.playState === 'running')
    if (moving.length === 0) return
    await Promise.all(moving.map((animation) => animation.finished.catch(() => {})))
  }
}

function hasEnd(animation: Animation): boolean {
  return animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
}

test.each(scenes)('behavior: axe finds nothing in $id, and every press target is large enough', async (scene) => {
  await show(scene)
  for (const theme of ['dark', 'light'] as const) {
    setTheme(theme)
    await settle()
    expect(await findAxeViolations(), theme).toEqual([])
  }
  const root = document.querySelector('dialog') ?? document.body
  const pressed = [...root.querySelectorAll<HTMLElement>('button,a,summary,input:not([hidden])')]
  expect(pressed.length).toBeGreaterThan(0)
  for (const element of pressed) {
    const { width, height } = element.getBoundingClientRect()
    expect(Math.min(width, height), element.textContent ?? '').toBeGreaterThanOrEqual(44)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(document.body.textContent).toContain('Demo wallet: test keys, test money')
})
