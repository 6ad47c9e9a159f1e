import { expect, test } from './fixtures.ts'
import { control } from './setup/control.ts'

test('behavior: a trade shows on the page as it happens', async ({ site }) => {
  await site.open('/')
  await expect(site.trades.first()).toBeVisible()
  await expect(site.main.getByText('Live', { exact: true })).toBeVisible()
  const newest = await site.trades.first().textContent()
  await control('trade')
  await expect(site.trades.first()).not.toHaveText(newest ?? '', { timeout: 5000 })
  await expect(site.trades.first()).toContainText(/now|[1-9]s ago/)
})
