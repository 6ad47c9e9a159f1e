import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createFixtureLatchkey, type FixtureWorld } from '../../../gallery/createFixtureLatchkey.ts'
import { connected, localTwo } from '../../../gallery/fixtures.ts'
import { connectedWithMany, families, solana } from '../../../gallery/severalWallets.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { LatchkeyProvider, NetworkButton } from '../../exports/index.ts'

const world: FixtureWorld = {
  config: { networks: families },
  networks: { networks: families, active: families[0] },
}

function renderWorld(more: FixtureWorld) {
  const latchkey = createFixtureLatchkey({ ...world, ...more })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <NetworkButton />
    </LatchkeyProvider>,
  )
  return latchkey
}

test('default: a network of a family without a wallet connects one of that family, then switches', async () => {
  const latchkey = renderWorld({ connection: connected })
  const asked: string[] = []
  latchkey.networks.switchNetwork = async ({ chainId }) => void asked.push(chainId)
  void latchkey.modal.open({ view: 'Networks' })
  await page.getByRole('list', { name: 'Solana' }).getByRole('button', { name: 'Solana' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect a Solana wallet' })).toBeVisible()
  expect(latchkey.modal.getState().history).toMatchObject([
    { name: 'Networks' },
    { name: 'SwitchNetwork', data: { chainId: solana.caipNetworkId } },
    { name: 'Connect', data: { namespace: 'solana' } },
  ])
  expect(asked).toEqual([])
  // Connected: the switch continues.
  latchkey.modal.goBack()
  await expect.poll(() => asked).toEqual([solana.caipNetworkId])
})

test('behavior: a family with a wallet is switched to at once', async () => {
  const latchkey = renderWorld({ connection: connectedWithMany })
  const asked: string[] = []
  latchkey.networks.switchNetwork = async ({ chainId }) => void asked.push(chainId)
  void latchkey.modal.open({ view: 'Networks' })
  await page.getByRole('list', { name: 'Solana' }).getByRole('button', { name: 'Solana' }).click()
  await expect.poll(() => asked).toEqual([solana.caipNetworkId])
})

test('error: a network that the wallet does not know leads to another wallet', async () => {
  const latchkey = renderWorld({ connection: connected, wallet: 'chain_not_on_connector' })
  void latchkey.modal.open({ view: 'SwitchNetwork', data: { chainId: localTwo.caipNetworkId } })
  await expect.element(page.getByRole('heading', { name: 'Harbor can’t switch' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  expect(latchkey.modal.getState().history.at(-1)).toEqual({ name: 'Connect', data: { namespace: 'eip155' } })
})

test('error: shows that no wallet of the family is connected', async () => {
  const latchkey = renderWorld({ connection: connected, wallet: 'no_active_account' })
  void latchkey.modal.open({ view: 'SwitchNetwork', data: { chainId: solana.caipNetworkId } })
  await expect.element(page.getByRole('heading', { name: 'Solana needs another wallet' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  expect(latchkey.modal.getState().history.at(-1)).toEqual({ name: 'Connect', data: { namespace: 'solana' } })
})

test('behavior: an app that does not switch networks offers none', async () => {
  const latchkey = renderWorld({ connection: connected, config: { networks: families, enableNetworkSwitch: false } })
  void latchkey.modal.open()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Receive' })).toBeVisible()
  expect(dialog.getByRole('button', { name: /Network:/ }).elements()).toEqual([])
})
