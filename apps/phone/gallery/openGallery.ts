import type { Page } from '@playwright/test'
import { serveGallery } from '../../../scripts/sheets/serveGallery.mjs'
import { fixtureNow } from '../src/testing/fixtures.ts'
import { scenes } from './scenes.ts'

/** Opens the demo phone's scenes for contact sheets. */
export async function openGallery() {
  const { base, close } = await serveGallery({ folder: import.meta.dirname, pages: ['index.html'] })
  const shots = scenes.map(({ id }) => ({
    id,
    show: async (page: Page) => {
      await page.goto(`${base}?scene=${id}`)
      await page.locator('main > *').first().waitFor()
      // Approval buttons become active after a moment.
      await page.waitForTimeout(id.startsWith('request') ? 1200 : 400)
      return page.screenshot({ fullPage: true })
    },
  }))
  return { shots, close, now: fixtureNow }
}
