import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { scenes } from '../../gallery/scenes.ts'
import { renderScene } from '../../test/renderScene.tsx'

// Every scene in one theme, half of them in each: a view's structure is the same in both, and each colour is in both halves.
test.each(scenes.map((scene, index) => ({ ...scene, mode: index % 2 === 0 ? ('dark' as const) : ('light' as const) })))(
  'behavior: axe finds nothing in $id ($mode)',
  async (scene) => {
    await page.viewport(1280, 900)
    document.body.style.background = scene.mode === 'dark' ? '#0f0f11' : '#f6f5f2'
    document.body.style.color = scene.mode === 'dark' ? '#f5f4f1' : '#17150f'
    await renderScene(scene, { theme: { mode: scene.mode } })
    const { violations } = await axe.run(document, {
      // The runner's page around the test has no title and no language; behind a modal dialog the app is inert, so that
      // its own heading and landmark do not count.
      rules: {
        'html-has-lang': { enabled: false },
        'document-title': { enabled: false },
        'landmark-one-main': { enabled: false },
        'page-has-heading-one': { enabled: false },
        region: { enabled: false },
      },
    })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    )
    expect(found).toEqual([])
  },
)
