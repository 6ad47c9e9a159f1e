import type { Page } from '@playwright/test'

/** Replaces keys of site.json for a page; `undefined` removes a key. */
export async function changeSite({ page, ...keys }: { page: Page } & Record<string, unknown>) {
  await page.route('**/site.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...keys } })
  })
}
