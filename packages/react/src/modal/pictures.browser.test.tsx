/// <reference types="vite/client" />
import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { galleryNow } from '../../gallery/fixtures.ts'
import { scenes } from '../../gallery/scenes.ts'
import { modalRoot } from '../../test/modalRoot.ts'
import { renderScene } from '../../test/renderScene.tsx'

// One font that comes with the tests, one time, no motion: what is left to differ is the kit's own drawing. The pictures lie
// in gallery/references; `vitest --project browser --update pictures` takes them anew.
const fontFamily = 'Latchkey Test'

beforeAll(async () => {
  document.fonts.add(await new FontFace(fontFamily, `url(${fontUrl})`, { weight: '100 900' }).load())
})

// States that come with waiting are drawn by the same components as those that do not.
const still = scenes.filter(({ history, waitMs }) => history.length > 0 && waitMs === undefined)

test.each(still.map((scene, index) => ({ scene, id: scene.id, mode: index % 2 === 0 ? 'dark' : 'light' }) as const))(
  'behavior: $id looks as it did ($mode)',
  async ({ scene, id, mode }) => {
    vi.setSystemTime(galleryNow)
    try {
      await page.viewport(430, 1000)
      await renderScene(scene, { theme: { mode, variables: { fontFamily: `'${fontFamily}'` } } })
      const root = await modalRoot()
      for (const animation of root.getAnimations()) {
        animation.pause()
        animation.currentTime = 0
      }
      const card = root.querySelector('.card')
      if (card === null) throw new Error('There is no card')
      await expect.element(page.elementLocator(card)).toMatchScreenshot(id)
    } finally {
      vi.useRealTimers()
    }
  },
)
