import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pseudoMessages } from '../../gallery/pseudoMessages.ts'
import { strayTexts } from '../../gallery/strayTexts.ts'
import { windowScenes } from '../../gallery/windowScenes.ts'
import { beginWindow, endWindow, playSteps, showWindow } from '../testing/windowScene.ts'

beforeEach(beginWindow)
afterEach(endWindow)

test.each(
  windowScenes.map((scene, index) => ({
    id: scene.id,
    scene,
    mode: index % 2 === 0 ? ('dark' as const) : ('light' as const),
  })),
)('behavior: axe finds nothing in $id ($mode)', async ({ scene, mode }) => {
  await showWindow(scene, { theme: { mode, accent: null } })
  await playSteps(scene)
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { 'html-has-lang': { enabled: false }, 'document-title': { enabled: false } },
  })
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)),
  ).toEqual([])
})

test.each(windowScenes)('behavior: every text of $id is in the catalog', async (scene) => {
  const root = await showWindow(scene, { messages: pseudoMessages })
  // A window without a frame is always in English.
  if (scene.id === 'window-alone') return
  expect(strayTexts(root)).toEqual([])
})
