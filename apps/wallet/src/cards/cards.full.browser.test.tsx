import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cardScenes } from '../../gallery/cardScenes.ts'
import { pseudoMessages } from '../../gallery/pseudoMessages.ts'
import { strayTexts } from '../../gallery/strayTexts.ts'
import { beginCard, endCard, showCard } from '../testing/cardScene.ts'

beforeEach(beginCard)
afterEach(endCard)

test.each(cardScenes.map(({ id }, index) => ({ id, mode: index % 2 === 0 ? ('dark' as const) : ('light' as const) })))(
  'behavior: axe finds nothing in $id ($mode)',
  async ({ id, mode }) => {
    await showCard(id, { theme: { mode, accent: null } })
    const { violations } = await axe.run(document.body, {
      resultTypes: ['violations'],
      // The test runner's page.
      rules: { 'html-has-lang': { enabled: false }, 'document-title': { enabled: false } },
    })
    expect(
      violations.flatMap(({ id: rule, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${rule}: ${html} ${failureSummary}`),
      ),
    ).toEqual([])
  },
)

test.each(cardScenes)('behavior: every text of $id is in the catalog', async ({ id }) => {
  const root = await showCard(id, { messages: pseudoMessages })
  expect(strayTexts(root)).toEqual([])
})

test.each(cardScenes)('behavior: targets on $id are 44 px on touch', async ({ id }) => {
  const root = await showCard(id)
  for (const element of root.querySelectorAll<HTMLElement>('button,a,summary')) {
    const { height, width } = element.getBoundingClientRect()
    const after = getComputedStyle(element, '::after')
    const grow = after.content === 'none' ? 0 : -2 * Number.parseFloat(after.top)
    expect(height + (grow || 0), element.outerHTML).toBeGreaterThanOrEqual(44)
    expect(width + (grow || 0), element.outerHTML).toBeGreaterThanOrEqual(44)
  }
})
