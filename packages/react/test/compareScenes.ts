import type {} from '@vitest/browser-playwright'
import { beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { galleryNow } from '../gallery/fixtures.ts'
import { findViolations } from './findViolations.ts'
import { modalRoot } from './modalRoot.ts'
import { atRest, renderScene } from './renderScene.tsx'
import { paintPage, prepareScenes, type ScenePart, sceneCases, shadowRoots, themeOf } from './sceneCases.ts'

/**
 * Compares each scene of a part with its screenshot, and checks the colors of the theme that `checkScenes` omits with axe. With one font,
 * one time and no motion, only the kit's own drawing can differ. The screenshots are in gallery/references;
 * `vitest --project pictures --update Scenes` renews them.
 */
export function compareScenes(part: ScenePart): void {
  beforeAll(prepareScenes)

  test.each(sceneCases(part))(
    'behavior: $id matches its screenshot, and its colors have enough contrast ($mode)',
    async ({ scene, id, mode, isPictured }) => {
      vi.setSystemTime(galleryNow)
      try {
        paintPage(mode)
        await renderScene(scene, themeOf(mode))
        for (const root of shadowRoots()) await atRest(root)
        expect.soft(await findViolations(['color-contrast'])).toEqual([])
        if (isPictured) await comparePicture(id)
      } finally {
        vi.useRealTimers()
      }
    },
    // The first scene also loads the code of the views, which can be slow on a busy machine.
    60_000,
  )
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
