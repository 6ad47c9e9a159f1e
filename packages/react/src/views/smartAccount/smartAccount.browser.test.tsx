import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createFixtureLatchkey, type FixtureWorld } from '../../../gallery/createFixtureLatchkey.ts'
import * as f from '../../../gallery/fixtures.ts'
import {
  embeddedPlain,
  embeddedSmart,
  grantedPermissions,
  readPermissions,
} from '../../../gallery/smartAccountScenes.ts'
import { findViolations } from '../../../test/findViolations.ts'
import { deepFocus } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { LatchkeyProvider } from '../../exports/index.ts'

async function renderView(view: 'SmartAccountSettings' | 'SmartSessionList' | 'AccountSettings', world: FixtureWorld) {
  const latchkey = createFixtureLatchkey({
    config: f.withWallet,
    connection: embeddedSmart,
    email: f.signedIn,
    ...world,
  })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  void latchkey.modal.open({ view: 'Account' })
  latchkey.modal.push(view)
  return latchkey
}
const isFocused = (locator: ReturnType<typeof page.getByRole>) => expect.poll(deepFocus).toBe(locator.element())

test('default: shows both accounts and the active one, and explains a switch first', async () => {
  const latchkey = await renderView('SmartAccountSettings', { connection: embeddedPlain })
  const asked: string[] = []
  latchkey.connection.setPreferredAccountType = async ({ type }) => {
    asked.push(type)
    latchkey.stores.connection.setState(embeddedSmart)
  }
  const smart = page.getByRole('button', { name: /^Smart account/ })
  const plain = page.getByRole('button', { name: /^Standard/ })
  await expect.element(plain).toHaveAttribute('aria-current', 'true')
  await expect.element(smart).toHaveTextContent('0x976E…0aa9')
  await expect.element(smart).toHaveTextContent('Set up with your first transaction')
  await smart.click()
  await expect.element(page.getByText('Use the smart account on Local One?')).toBeVisible()
  const keep = page.getByRole('button', { name: 'Keep' })
  await isFocused(keep)
  await keep.click()
  await isFocused(smart)
  expect(asked).toEqual([])
  await smart.click()
  expect(await findViolations()).toEqual([])
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect.element(smart).toHaveAttribute('aria-current', 'true')
  await expect.element(page.getByText('Use the smart account on Local One?')).not.toBeInTheDocument()
  expect(asked).toEqual(['smartAccount'])
})

test('error: a refused switch shows the reason, and changes nothing', async () => {
  const latchkey = await renderView('SmartAccountSettings', {})
  latchkey.connection.setPreferredAccountType = async () => {
    throw new ServiceError('smart_account_unavailable')
  }
  await page.getByRole('button', { name: /^Standard/ }).click()
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect.element(page.getByText('Smart accounts are not available on this network')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Smart account/ })).toHaveAttribute('aria-current', 'true')
})

test('behavior: the settings lead here if the wallet has smart accounts', async () => {
  const latchkey = await renderView('AccountSettings', {})
  await page.getByRole('button', { name: /^Smart account/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Smart account' })).toBeVisible()
  await page.getByRole('button', { name: /^Permissions/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Permissions' })).toBeVisible()
  latchkey.modal.close()
  const without = await renderView('AccountSettings', { connection: f.embedded })
  await expect.element(page.getByRole('button', { name: /^Security/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Permissions/ })).not.toBeInTheDocument()
  without.modal.close()
})

test('behavior: on a network without smart accounts, says so and lists the networks that have them', async () => {
  const latchkey = await renderView('SmartAccountSettings', {
    connection: f.connectedAs({ ...f.embeddedAccount, preferredAccountType: 'smartAccount' }),
    smartNetworks: [f.localTwo.caipNetworkId],
  })
  await expect.element(page.getByText('No smart account on Local One')).toBeVisible()
  await page.getByRole('button', { name: 'Local Two' }).click()
  expect(latchkey.modal.getState().history.at(-1)).toEqual({
    name: 'SwitchNetwork',
    data: { chainId: f.localTwo.caipNetworkId },
  })
})

test('behavior: a wallet that is a smart account itself has no choice of accounts', async () => {
  await renderView('SmartAccountSettings', {
    connection: f.connectedAs({
      ...f.account,
      type: 'smartAccount',
      allAccounts: [{ namespace: 'eip155', address: f.me, type: 'smartAccount' }],
    }),
  })
  await expect.element(page.getByText(/manages its own accounts/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Permissions/ })).not.toBeInTheDocument()
})

test('default: lists the rights of a permission and its used part', async () => {
  await renderView('SmartSessionList', { permissions: readPermissions })
  const post = page.getByRole('button', { name: /^Brass Post/ }).first()
  await expect.element(post).toHaveAttribute('aria-expanded', 'false')
  await post.click()
  await expect.element(page.getByText('Spend up to 5 USD every 30 days')).toBeVisible()
  await expect.element(page.getByText('Only to this address')).toBeVisible()
  await expect.element(page.getByRole('meter', { name: '3.5 USD of 5 USD used' })).toHaveAttribute('value', '70')
  await page.getByRole('button', { name: /^Tidepool/ }).click()
  await expect.element(page.getByText('Spend up to 0.01 ETH a day')).toBeVisible()
  await expect.element(page.getByText('To any address')).toBeVisible()
  await expect.element(page.getByText('Use castLine, reelIn')).toBeVisible()
  await expect.element(page.getByText('castLine: up to 0.001 ETH each time')).toBeVisible()
  await expect.element(page.getByText(/castLine: value .?#1 ≤ 12/)).toBeVisible()
  // Unknown decimals and names are not invented.
  await page.getByRole('button', { name: /^Lanternfish/ }).click()
  const revokes = page.getByRole('button', { name: 'Revoke', exact: true })
  await expect.element(page.getByText(/100 base units of .?0x90F7…b906/)).toBeVisible()
  // Of the two active ones.
  await expect.poll(() => revokes.elements().length).toBe(2)
  expect(await findViolations()).toEqual([])
})

test('behavior: revoking asks for a confirmation, and then moves the permission to the ended ones', async () => {
  await renderView('SmartSessionList', { permissions: { ...readPermissions, data: grantedPermissions.slice(0, 1) } })
  // A single permission is expanded at once.
  const revoke = page.getByRole('button', { name: 'Revoke' })
  await revoke.click()
  await expect.element(page.getByText(/Revoke the permission of .?Brass Post.?\?/)).toBeVisible()
  await isFocused(page.getByRole('button', { name: 'Keep' }))
  await userEvent.keyboard('{Enter}')
  await isFocused(revoke)
  await userEvent.keyboard('{Enter}')
  await revoke.click()
  await expect.element(page.getByRole('heading', { name: 'Ended' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Active' })).not.toBeInTheDocument()
  await expect.poll(() => deepFocus()?.textContent).toBe('Permissions')
})

test('error: a failed revocation shows the reason, and can be repeated', async () => {
  await renderView('SmartSessionList', {
    permissions: { ...readPermissions, data: grantedPermissions.slice(0, 1) },
    wallet: 'bundler_unavailable',
  })
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('Operations cannot be sent on this network at the moment')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Revoke' })).not.toHaveAttribute('aria-busy', 'true')
})
