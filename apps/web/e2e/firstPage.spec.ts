import { expect, test } from './fixtures.ts'

test('behavior: name, price and button show before the code of the site, which then takes the page over', async ({
  page,
  world,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/libraries-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(world.site, { waitUntil: 'commit' })
  const price = page.locator('[data-first="price"]')
  await expect(price).toHaveText(/^\$\d/)
  await expect(page.locator('[data-first="name"]')).not.toBeEmpty()
  await expect(page.locator('latchkey-button')).toHaveCount(0)
  await expect(price).toHaveCSS('font-weight', '600')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByRole('button', { name: 'Opening…' })).toBeVisible()

  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
  await expect(price).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(/\$\d/)
  const twice = (part: RegExp) => asked.filter((url) => part.test(new URL(url).pathname))
  expect(twice(/^\/site\.json$/)).toHaveLength(1)
  expect(twice(/^\/v1\/tokens\/[^/]+$/)).toHaveLength(1)
})

test('behavior: the site arrives compressed, and files with a hash in their name are cached', async ({
  page,
  world,
}) => {
  const answers = new Map<string, Record<string, string>>()
  page.on('response', (response) => answers.set(new URL(response.url()).pathname, response.headers()))
  await page.goto(world.site)
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
  const [, libraries] = [...answers].find(([path]) => path.startsWith('/assets/libraries-')) ?? []
  expect(libraries).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
  expect(answers.get('/')).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
})
