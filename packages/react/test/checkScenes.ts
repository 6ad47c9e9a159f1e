import { beforeAll, expect, test, vi } from 'vitest'
import { galleryNow } from '../gallery/fixtures.ts'
import { findViolations } from './findViolations.ts'
import { missingTexts } from './missingTexts.ts'
import { renderChangingScene } from './renderScene.tsx'
import { paintPage, prepareScenes, type ScenePart, sceneCases, shadowRoots, themeOf } from './sceneCases.ts'
import { stopMotion } from './stopMotion.ts'
import { pseudoMessages, strayTexts } from './strayTexts.ts'

/**
 * Checks each scene of a part in one theme: missing texts, violations that axe finds, and texts outside the catalog. `compareScenes`
 * checks its screenshot, and the colors of the other theme.
 */
export function checkScenes(part: ScenePart): void {
  stopMotion()
  beforeAll(prepareScenes)

  test.each(sceneCases(part))(
    'behavior: $id has every text, and axe finds no violation ($other)',
    async ({ scene, other }) => {
      vi.setSystemTime(galleryNow)
      try {
        paintPage(other)
        const { update } = await renderChangingScene(scene, themeOf(other))
        expect.soft(missingTexts()).toEqual([])
        expect.soft(await findViolations()).toEqual([])
        update({ ...themeOf(other), messages: pseudoMessages })
        await expect.poll(() => shadowRoots().flatMap(strayTexts), { interval: 10 }).toEqual([])
      } finally {
        vi.useRealTimers()
      }
    },
    // The first scene also loads the code of the views, which can be slow on a busy machine.
    60_000,
  )
}
