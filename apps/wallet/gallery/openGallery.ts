import type { Page } from '@playwright/test'
import { serveGallery } from '../../../scripts/sheets/serveGallery.mjs'
import { cardScenes } from './cardScenes.ts'
import { galleryNow } from './fixtures.ts'
import { type SceneStep, windowScenes } from './windowScenes.ts'

/** The embedded wallet's cards and windows for contact sheets. */
export async function openGallery({ theme, language }: { theme: string; language: string }) {
  const { base, close } = await serveGallery({ folder: import.meta.dirname, pages: ['index.html', 'scene.html'] })
  const query = (id: string) => `?scene=${id}&mode=${theme}&language=${language}`
  const cards = cardScenes.map(({ id }) => ({
    id,
    show: async (page: Page) => {
      await page.goto(`${base}${query(id)}`)
      await page.frameLocator('iframe').locator('h1').first().waitFor()
      // The approve button is enabled after a delay.
      await page.waitForTimeout(id.startsWith('approve') ? 900 : 250)
      return page.locator('iframe').screenshot()
    },
  }))
  const windows = windowScenes.map(({ id, steps = [] }) => ({
    id,
    show: async (page: Page) => {
      await page.goto(`${base}scene.html${query(id)}`)
      await page.locator('h1').first().waitFor()
      // The steps use the English labels.
      if (language === 'en') for (const step of steps) await play(page, step)
      await page.waitForTimeout(id.includes('approve') ? 900 : 250)
      return page.screenshot({ fullPage: true })
    },
  }))
  return { shots: [...cards, ...windows], close, now: galleryNow }
}

async function play(page: Page, step: SceneStep): Promise<void> {
  const button = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('tab', { name, exact: true }))
      .first()
  if ('press' in step) await button(step.press).click()
  else if ('check' in step) await page.getByLabel(step.check).check()
  else if ('fill' in step)
    await page
      .locator('input')
      .and(page.getByLabel(step.fill, { exact: true }))
      .fill(step.text)
  else {
    await button(step.hold).hover()
    await page.mouse.down()
    await page.locator('.secret,.words').first().waitFor()
    await page.mouse.up()
  }
}
