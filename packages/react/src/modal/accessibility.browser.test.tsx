import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { scenes } from '../../gallery/scenes.ts'
import { missingTexts } from '../../test/missingTexts.ts'
import { atRest, renderScene } from '../../test/renderScene.tsx'

// The runner's page around the test has no title and no language; behind a modal dialog the app is inert, so that its own
// heading and landmark do not count.
const rules = Object.fromEntries(
  ['html-has-lang', 'document-title', 'landmark-one-main', 'page-has-heading-one', 'region'].map((rule) => [
    rule,
    { enabled: false },
  ]),
)

function paintPage(mode: 'dark' | 'light') {
  document.body.style.background = mode === 'dark' ? '#0f0f11' : '#f6f5f2'
  document.body.style.color = mode === 'dark' ? '#f5f4f1' : '#17150f'
}

async function findViolations(options: axe.RunOptions) {
  const { violations } = await axe.run(document, options)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })))
}

// A view's structure is the same in both themes; what differs is colour, which is looked at again in the other one.
test.each(scenes)('behavior: no text is missing in $id, and axe finds nothing in either theme', async (scene) => {
  await page.viewport(1280, 900)
  paintPage('dark')
  await renderScene(scene, { theme: { mode: 'dark' } })
  expect(missingTexts()).toEqual([])
  expect(await findViolations({ rules })).toEqual([])
  paintPage('light')
  for (const host of document.querySelectorAll<HTMLElement>('latchkey-modal, latchkey-button')) {
    host.dataset.mode = 'light'
    if (host.shadowRoot !== null) await atRest(host.shadowRoot)
  }
  expect(await findViolations({ runOnly: ['color-contrast'] })).toEqual([])
})
