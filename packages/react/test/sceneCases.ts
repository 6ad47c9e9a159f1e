/// <reference types="vite/client" />

import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { cdp, page } from 'vitest/browser'
import { type Scene, scenes } from '../gallery/scenes.ts'
import { groupOfView, type ViewGroupName } from '../src/views/ViewGroup.ts'
import type { SceneProps } from './renderScene.tsx'

/** Parts of about equal length, one for each test file, which run in parallel. */
export type ScenePart = 'connect' | 'pairing' | 'account' | 'money'

type SceneMode = 'dark' | 'light'

/** A scene, with the theme of its screenshot and the other one. */
type SceneCase = { scene: Scene; id: string; mode: SceneMode; other: SceneMode; isPictured: boolean }

const partOf: { readonly [Name in ViewGroupName | 'page']: ScenePart } = {
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

// States that appear after a wait use the same components as others, so they need no screenshot.
const pictured = scenes.filter(({ history, waitMs }) => history.length > 0 && waitMs === undefined)
const cases: readonly SceneCase[] = scenes.map((scene) => {
  const mode: SceneMode = pictured.indexOf(scene) % 2 === 1 ? 'light' : 'dark'
  return { scene, id: scene.id, mode, other: mode === 'dark' ? 'light' : 'dark', isPictured: pictured.includes(scene) }
})

/** Returns the scenes of a part. */
export const sceneCases = (part: ScenePart): readonly SceneCase[] =>
  cases.filter(({ scene: { history } }) => {
    const view = history.at(-1)
    return partOf[view === undefined ? 'page' : groupOfView[view.name]] === part
  })

const fontFamily = 'Latchkey Test'

/** Returns the props of a scene in a theme, with the font of the tests. */
export const themeOf = (mode: SceneMode): SceneProps => ({
  theme: { mode, variables: { fontFamily: `'${fontFamily}'` } },
})

/** Sets the same window, pointer and font for each scene, so that only the kit's own drawing can differ. */
export async function prepareScenes(): Promise<void> {
  await page.viewport(430, 1000)
  // A pointer that another file left over a row would make it look hovered.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
  document.fonts.add(await new FontFace(fontFamily, `url(${fontUrl})`, { weight: '100 900' }).load())
}

/** Paints the app behind a scene. */
export function paintPage(mode: SceneMode): void {
  document.body.style.background = mode === 'dark' ? '#0f0f11' : '#f6f5f2'
  document.body.style.color = mode === 'dark' ? '#f5f4f1' : '#17150f'
}

/** Returns every shadow root of the kit. */
export const shadowRoots = (): ShadowRoot[] =>
  [...document.querySelectorAll('latchkey-modal, latchkey-button')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
