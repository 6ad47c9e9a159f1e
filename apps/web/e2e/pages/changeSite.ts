import type { Page } from '@playwright/test'

/** Gives a page keys of site.json in place of the world's; `undefined` leaves a key out. */
export async function changeSite({ page, ...keys }: { page: Page } & Record<string, unknown>) {
  await page.route('**/site.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...keys } })
  })
}
