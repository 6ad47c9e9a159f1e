/// <reference types="vite/client" />

import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { cdp, page } from 'vitest/browser'
import { type Scene, scenes } from '../gallery/scenes.ts'
import { groupOfView, type ViewGroupName } from '../src/views/ViewGroup.ts'
import type { SceneProps } from './renderScene.tsx'

/** Test files of about the same length, which run side by side. */
export type ScenePart = 'connect' | 'pairing' | 'account' | 'money'

type SceneMode = 'dark' | 'light'

/** A scene, with the theme of its picture and the other one. */
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

// States that come with waiting are drawn by the same components as those that do not.
const pictured = scenes.filter(({ history, waitMs }) => history.length > 0 && waitMs === undefined)
const cases: readonly SceneCase[] = scenes.map((scene) => {
  const mode: SceneMode = pictured.indexOf(scene) % 2 === 1 ? 'light' : 'dark'
  return { scene, id: scene.id, mode, other: mode === 'dark' ? 'light' : 'dark', isPictured: pictured.includes(scene) }
})

/** The scenes of a part. */
export const sceneCases = (part: ScenePart): readonly SceneCase[] =>
  cases.filter(({ scene: { history } }) => {
    const view = history.at(-1)
    return partOf[view === undefined ? 'page' : groupOfView[view.name]] === part
  })

const fontFamily = 'Latchkey Test'

/** How a scene is shown in a theme: with the one font that comes with the tests. */
export const themeOf = (mode: SceneMode): SceneProps => ({
  theme: { mode, variables: { fontFamily: `'${fontFamily}'` } },
})

/** The same window, pointer and font for each scene: what is left to differ is the kit's own drawing. */
export async function prepareScenes(): Promise<void> {
  await page.viewport(430, 1000)
  // Where another file left the pointer, a row would look hovered.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
  document.fonts.add(await new FontFace(fontFamily, `url(${fontUrl})`, { weight: '100 900' }).load())
}

/** Paints the app behind a scene. */
export function paintPage(mode: SceneMode): void {
  document.body.style.background = mode === 'dark' ? '#0f0f11' : '#f6f5f2'
  document.body.style.color = mode === 'dark' ? '#f5f4f1' : '#17150f'
}

/** What the kit draws into, each. */
export const shadowRoots = (): ShadowRoot[] =>
  [...document.querySelectorAll('latchkey-modal, latchkey-button')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
