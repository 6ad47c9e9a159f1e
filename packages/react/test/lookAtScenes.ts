/// <reference types="vite/client" />

import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type {} from '@vitest/browser-playwright'
import { beforeAll, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { galleryNow } from '../gallery/fixtures.ts'
import { type Scene, scenes } from '../gallery/scenes.ts'
import { groupOfView, type ViewGroupName } from '../src/views/ViewGroup.ts'
import { findViolations } from './findViolations.ts'
import { missingTexts } from './missingTexts.ts'
import { modalRoot } from './modalRoot.ts'
import { atRest, renderChangingScene, type SceneProps } from './renderScene.tsx'
import { pseudoMessages, strayTexts } from './strayTexts.ts'

/** Test files of about the same length, which run side by side. */
type Part = 'connect' | 'pairing' | 'account' | 'money'

const partOf: { readonly [Name in ViewGroupName | 'page']: Part } = {
  connect: 'connect',
  directory: 'connect',
  email: 'connect',
  wallets: 'connect',
  onramp: 'money',
  names: 'pairing',
  smartAccount: 'account',
  social: 'pairing',
  pairing: 'pairing',
  signIn: 'pairing',
  network: 'pairing',
  page: 'account',
  account: 'account',
  receive: 'account',
  transactions: 'account',
  send: 'money',
  swap: 'money',
}

type Mode = 'dark' | 'light'

// One font that comes with the tests, one time, no motion: what is left to differ is the kit's own drawing. The pictures lie
// in gallery/references; `vitest --project browser --update Scenes` takes them anew.
const fontFamily = 'Latchkey Test'
const themeOf = (mode: Mode): SceneProps => ({ theme: { mode, variables: { fontFamily: `'${fontFamily}'` } } })

// States that come with waiting are drawn by the same components as those that do not.
const pictured = scenes.filter(({ history, waitMs }) => history.length > 0 && waitMs === undefined)
const cases = scenes.map((scene) => {
  const mode: Mode = pictured.indexOf(scene) % 2 === 1 ? 'light' : 'dark'
  return { scene, id: scene.id, mode, other: mode === 'dark' ? ('light' as const) : ('dark' as const) }
})

/**
 * Shows each scene of a part once, and looks at it in every way: texts that are missing, what axe finds in either theme, its
 * picture, and texts that are not in the catalogue.
 */
export function lookAtScenes(part: Part): void {
  beforeAll(async () => {
    await page.viewport(430, 1000)
    // Where another file left the pointer, a row would look hovered.
    await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
    document.fonts.add(await new FontFace(fontFamily, `url(${fontUrl})`, { weight: '100 900' }).load())
  })

  test.each(cases.filter(({ scene }) => partOfScene(scene) === part))(
    'behavior: $id says every text, axe finds nothing in either theme, and it looks as it did ($mode)',
    async ({ scene, id, mode, other }) => {
      vi.setSystemTime(galleryNow)
      try {
        paintPage(other)
        const { update } = await renderChangingScene(scene, themeOf(other))
        expect.soft(missingTexts()).toEqual([])
        expect.soft(await findViolations()).toEqual([])

        // A view's structure is the same in both themes; what differs is colour.
        paintPage(mode)
        update(themeOf(mode))
        await vi.waitFor(() => expect(hosts().map(({ dataset }) => dataset.mode)).not.toContain(other))
        for (const root of shadowRoots()) await atRest(root)
        expect.soft(await findViolations(['color-contrast'])).toEqual([])

        if (pictured.includes(scene)) await comparePicture(id)

        update({ ...themeOf(mode), messages: pseudoMessages })
        await expect.poll(() => shadowRoots().flatMap(strayTexts)).toEqual([])
      } finally {
        vi.useRealTimers()
      }
    },
    // Six looks, and with the first scene comes the code of the views, on a machine that may be busy.
    60_000,
  )
}

function partOfScene({ history }: Scene): Part {
  const view = history.at(-1)
  return partOf[view === undefined ? 'page' : groupOfView[view.name]]
}

async function comparePicture(id: string): Promise<void> {
  const root = await modalRoot()
  for (const animation of root.getAnimations()) {
    animation.pause()
    animation.currentTime = 0
  }
  const card = root.querySelector('.card')
  if (card === null) throw new Error('There is no card')
  await expect.element(page.elementLocator(card)).toMatchScreenshot(id)
}

function paintPage(mode: Mode): void {
  document.body.style.background = mode === 'dark' ? '#0f0f11' : '#f6f5f2'
  document.body.style.color = mode === 'dark' ? '#f5f4f1' : '#17150f'
}

const hosts = () => [...document.querySelectorAll<HTMLElement>('latchkey-modal, latchkey-button')]
const shadowRoots = () => hosts().flatMap(({ shadowRoot }) => shadowRoot ?? [])
