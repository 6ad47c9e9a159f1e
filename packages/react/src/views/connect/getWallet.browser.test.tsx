import type { WalletChoice } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findScene } from '../../../test/findScene.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const shop = (store: 'chrome' | 'ios' | 'homepage'): WalletChoice => ({
  ...{ type: 'install', store },
  url: `https://shop.example/${store}`,
})
const own = { own: true, public: false }
/** Renders the view with the same choices for every wallet of the directory. */
const show = (choices: readonly WalletChoice[], world: Parameters<typeof renderScene>[0]['world'] = {}) => {
  const scene = findScene('get-wallet')
  return renderScene({ ...scene, world: { ...scene.world, choices, ...world } })
}
/** Clicks the link without leaving the page. */
async function follow(name: RegExp) {
  const link = page.getByRole('link', { name })
  await expect.element(link).toBeVisible()
  link.element().addEventListener('click', (event) => event.preventDefault(), { once: true })
  await link.click()
}

describe('offers only wallets that work on this page', () => {
  test.each<readonly [what: string, choices: readonly WalletChoice[], mobile: boolean, isOffered: boolean]>([
    ['an extension for this browser', [shop('chrome')], false, true],
    [
      'an app that can open this page',
      [{ type: 'browse', href: 'https://a.example', target: '_blank' }, shop('ios')],
      true,
      true,
    ],
    ['an app that a code reaches', [{ type: 'qr' }, shop('homepage')], false, true],
    ['an app that nothing reaches', [shop('ios')], true, false],
    ['one that is here', [], false, false],
  ])('behavior: %s', async (_what, choices, mobile, isOffered) => {
    await show(choices, { mobile, reach: own, pairing: { status: 'idle' } })
    if (isOffered) await expect.element(page.getByRole('link', { name: /Fern/ })).toBeVisible()
    else {
      await expect.element(page.getByText('No wallets listed')).toBeVisible()
      await expect.element(page.getByRole('link')).not.toBeInTheDocument()
    }
  })
})

test('behavior: after the installation of an extension, the view offers to reload the page', async () => {
  await show([shop('chrome')])
  await expect.element(page.getByRole('button', { name: 'Reload' })).not.toBeInTheDocument()
  await follow(/Fern/)
  await expect.element(page.getByText('Is Fern installed? Reload this page to use it.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('behavior: after the installation of an app, the next step connects it', async () => {
  const latchkey = await show([{ type: 'browse', href: 'https://a.example', target: '_blank' }, shop('ios')], {
    mobile: true,
  })
  await follow(/Fern/)
  await expect.element(page.getByText('Is Fern installed? Connect it now.')).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect
    .poll(() => latchkey.modal.getState().history.at(-1))
    .toMatchObject({ name: 'ConnectingWalletConnect', data: { walletId: 'example.fern' } })
})

describe('a search finds WalletConnect by its name', () => {
  test.each([true, false])('behavior: on a phone: %s, and leads to its code', async (mobile) => {
    const scene = findScene('all-wallets')
    const latchkey = await renderScene({ ...scene, world: { ...scene.world, mobile, pairing: { status: 'idle' } } })
    const way = page.getByRole('button', { name: /^WalletConnect/ })
    await expect.element(page.getByRole('button', { name: /Fern/ })).toBeVisible()
    await expect.element(way).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'Search wallets' }).fill('WalletCon')
    await expect.element(page.getByRole('button', { name: /Fern/ })).not.toBeInTheDocument()
    await way.click()
    await expect
      .poll(() => latchkey.modal.getState().history.at(-1))
      .toMatchObject({ name: 'ConnectingWalletConnectBasic', data: { code: true } })
    await expect.element(page.getByRole('textbox', { name: 'Search wallets' })).not.toBeInTheDocument()
  })

  test('error: a site without it does not offer it', async () => {
    await renderScene(findScene('all-wallets'))
    await page.getByRole('textbox', { name: 'Search wallets' }).fill('walletconnect')
    await expect.element(page.getByText('No wallet called “walletconnect”')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^WalletConnect/ })).not.toBeInTheDocument()
  })
})
