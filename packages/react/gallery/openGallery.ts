import type { Page } from '@playwright/test'
import { serveGallery } from '../../../scripts/sheets/serveGallery.mjs'
import { galleryNow } from './fixtures.ts'
import { scenes } from './scenes.ts'

/** Opens the kit's scenes for contact sheets: the modal's card if it is open, otherwise the page. */
export async function openGallery({ theme, language, stress }: { theme: string; language: string; stress: boolean }) {
  const { base, close } = await serveGallery({ folder: import.meta.dirname, pages: ['index.html'] })
  const shots = scenes.map(({ id, history, typed, waitMs = 0 }) => ({
    id,
    show: async (page: Page) => {
      await page.goto(`${base}?scene=${id}&mode=${theme}&locale=${language}${stress ? '&stress' : ''}`)
      const isOpen = history.length > 0
      await page
        .locator(isOpen ? 'latchkey-modal .view' : 'latchkey-button button')
        .first()
        .waitFor()
      await page.waitForTimeout((typed === undefined ? 250 : 1000) + waitMs)
      return isOpen && waitMs === 0 ? page.locator('latchkey-modal .card').screenshot() : page.screenshot()
    },
  }))
  return { shots, close, now: galleryNow }
}
