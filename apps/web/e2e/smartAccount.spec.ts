import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createPublicClient, encodeFunctionData, erc20Abi, getAddress, http, size } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { askProvider } from './askProvider.ts'
import { balanceOf, fundAll, rpc } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import type { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import type { World } from './setup/World.ts'
import { SessionKey } from './smartAccount/SessionKey.ts'

type Hex = `0x${string}`

const stranger = '0x00000000000000000000000000000000000E7e00'

test.describe('an account that sends operations, from the login to the revoked permission', () => {
  for (const kind of ['smartAccount', 'eoa'] as const)
    test(`behavior: spec 1.14: ${kind}: sign in, batch without gas, grant, act within limits, refuse beyond them, revoke${kind === 'smartAccount' ? ' @journey' : ''}`, async ({
      page,
      browser,
      world,
      modal,
      embedded,
    }) => {
      const [one] = world.chains
      const dollar = world.tokens.find(({ kind: known }) => known === 'usd')
      if (!one || !dollar) throw new Error('The world is incomplete')
      const url = one.rpcUrl
      const chainId = `0x${one.id.toString(16)}`
      const units = 10n ** BigInt(dollar.decimals)
      const mail = new Mail()
      const transfer = (to: string, amount: bigint) => ({
        to: dollar.address as Hex,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] }),
      })
      const plan = (await (await fetch(`${world.subscription.url}/api/plan`)).json()) as { merchant: string }

      await test.step('a login by email, on the newspaper, which says all terms before', async () => {
        await page.goto(world.subscription.url)
        const offer = page.getByRole('region', { name: 'Read on' })
        for (const term of ['The Harbour Post', plan.merchant, '1 hour', `300 ${dollar.symbol} at most`, 'To stop'])
          await expect(offer).toContainText(term)
        await expect(page.getByText('Local sandbox: test money on local chains')).toBeVisible()
        await page.getByRole('button', { name: 'Connect to subscribe' }).click()
        await embedded.enterCodeInModal(mail)
        await expect(modal.accountButton).toBeVisible()
      })

      await test.step('without the money a subscription is refused, with the missing amount', async () => {
        await expect(
          page.getByText(`You have 0 ${dollar.symbol}; the first payment is 5 ${dollar.symbol}.`),
        ).toBeVisible()
        await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeDisabled()
      })

      let address: Hex = '0x'
      await test.step(`the ${kind} is active, and not deployed`, async () => {
        if (kind === 'smartAccount') {
          await modal.accountButton.click()
          await modal.button('Settings').click()
          await modal.button(/^Smart account/).click()
          await modal.button(/^Smart account/).click()
          await modal.button('Switch').click()
          await expect(modal.button(/^Smart account/)).toHaveAttribute('aria-current', 'true')
          await modal.close()
        }
        ;[address] = (await ask<[Hex]>({ page, method: 'eth_accounts' })) ?? ['0x']
        expect(await codeOf({ url, address })).toBe('0x')
      })

      await test.step('it signs in: the signature verifies before the contract is deployed', async () => {
        const statement = 'Sign in to the paper.'
        const message = createSiweMessage({
          ...{ address: getAddress(address), chainId: one.id, statement, version: '1' },
          ...{ domain: new URL(world.subscription.url).host, uri: world.subscription.url },
          nonce: randomUUID().replaceAll('-', ''),
        })
        const signing = askProvider<Hex>({ page, method: 'personal_sign', params: [toHex(message), address] })
        await sign({ embedded, message: statement })
        const signed = await signing
        if (!('result' in signed)) throw new Error(signed.message)
        const client = createPublicClient({ transport: http(url) })
        expect(await client.verifyMessage({ address, message, signature: signed.result })).toBe(true)
        expect(await client.verifyMessage({ address, message: 'another', signature: signed.result })).toBe(false)
        // Of an account without a contract: the signature contains the deployment (ERC-6492).
        if (kind === 'smartAccount') expect(size(signed.result)).toBeGreaterThan(300)
      })

      await test.step('two payments in one, without a native token', async () => {
        await fundDollars({ world, address })
        const sending = askProvider<{ id: string }>({
          page,
          method: 'wallet_sendCalls',
          params: [
            {
              version: '2.0.0',
              from: address,
              chainId,
              atomicRequired: true,
              calls: [transfer(plan.merchant, units), transfer(stranger, 2n * units)],
            },
          ],
        })
        const before = await balanceOf({ world, symbol: dollar.symbol, address: stranger })
        await embedded.approveInWindow({ shows: [dollar.symbol] })
        const sent = await sending
        if (!('result' in sent)) throw new Error(sent.message)
        const { id } = sent.result
        await expect
          .poll(() => ask<{ status: number }>({ page, method: 'wallet_getCallsStatus', params: [id] }))
          .toMatchObject({ status: 200, atomic: true })
        expect(await balanceOf({ world, symbol: dollar.symbol, address: stranger })).toBe(before + 2n * units)
        expect(await codeOf({ url, address })).toMatch(kind === 'eoa' ? /^0xef0100/ : /^0x363d3d37/)
        expect(await rpc<string>({ url, method: 'eth_getBalance', params: [address, 'latest'] })).toBe('0x0')
      })

      const rest = page.getByText('You need not take anyone’s word.')
      const merchantBefore = await balanceOf({ world, symbol: dollar.symbol, address: plan.merchant })
      await test.step('the reader subscribes once', async () => {
        await expect(rest).toBeHidden()
        await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
        await embedded.approveInWindow({ shows: [`Spend up to 5 ${dollar.symbol}`, `300 ${dollar.symbol}`] })
        await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
      })

      await test.step('the newspaper is paid without another request', async () => {
        await expect(page.getByRole('listitem').first()).toContainText('Paid')
        await expect(rest).toBeVisible()
        const after = await balanceOf({ world, symbol: dollar.symbol, address: plan.merchant })
        expect(after - merchantBefore).toBe(5n * units)
      })

      const { pcis } = (await (
        await fetch(`${world.api}/v1/sessions/${one.chainId}:${address}?projectId=${world.projectId}`)
      ).json()) as { pcis: { pci: string; context: string }[] }
      const [session] = pcis
      if (!session) throw new Error('The server knows no session')
      const holder = new SessionKey({ context: session.context, account: address })

      await test.step('beyond its limits the key is refused', async () => {
        const [, two] = world.tokens.filter(({ kind: known }) => known === 'plain' || known === 'site')
        const attempts = {
          'twice in a period': [transfer(plan.merchant, 5n * units)],
          amount: [transfer(plan.merchant, 6n * units)],
          receiver: [transfer(stranger, 1n)],
          target: [{ ...transfer(plan.merchant, 1n), to: two?.address as Hex }],
          selector: [
            {
              to: dollar.address as Hex,
              data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, 1n] }),
            },
          ],
          'the account itself': [{ to: address, data: '0x12345678' as Hex }],
        }
        for (const [name, calls] of Object.entries(attempts))
          expect(await holder.act(calls), name).toMatchObject({ refused: 'session_limit' })
      })

      await test.step('a key is refused before its time', async () => {
        const now = Math.floor(Date.now() / 1000)
        const granting = askProvider<{ context: string }>({
          page,
          method: 'wallet_grantPermissions',
          params: [
            {
              ...{ chainId, address, expiry: now + 7200 },
              signer: { type: 'account', data: { address: holder.key.address } },
              permissions: [
                {
                  type: 'erc20-recurring-allowance',
                  data: {
                    address: dollar.address,
                    allowance: '0x64',
                    start: now + 3600,
                    period: 60,
                    to: plan.merchant,
                  },
                },
              ],
            },
          ],
        })
        await embedded.approveInWindow({ shows: [dollar.symbol] })
        const granted = await granting
        if (!('result' in granted)) throw new Error(granted.message)
        const early = new SessionKey({ context: granted.result.context, account: address })
        expect(await early.act([transfer(plan.merchant, 1n)])).toMatchObject({ refused: 'session_limit' })
      })

      await test.step('without its wallet the subscription stays visible, in this browser only', async () => {
        const running = page.getByRole('region', { name: 'Your subscription is running' })
        await modal.disconnect()
        await expect(running).toContainText(`5 ${dollar.symbol} every minute`)
        await expect(running.getByTitle(address.toLowerCase())).toBeVisible()
        await expect(page.getByRole('button', { name: 'Connect to subscribe' })).toBeHidden()
        await page.reload()
        await expect(running).toContainText('Payments continue all the same')
        const elsewhere = await browser.newPage()
        await elsewhere.goto(world.subscription.url)
        await expect(elsewhere.getByRole('button', { name: 'Connect to subscribe' })).toBeVisible()
        await expect(elsewhere.getByText('Your subscription')).toBeHidden()
        await elsewhere.close()
        await running.getByRole('button', { name: 'Connect this wallet' }).click()
        await embedded.enterCodeInModal(mail)
        await expect(page.getByRole('heading', { name: 'Your subscription', exact: true })).toBeVisible()
        await expect(running).toBeHidden()
      })

      await test.step('the reader revokes it, and no payment succeeds', async () => {
        await page.getByRole('button', { name: 'End the subscription' }).click()
        await embedded.approveInWindow({
          shows: ['Once revoked, nothing more can be taken with it.'],
          read: async (window) => {
            await expect(window.getByText('First time')).toBeHidden()
            await expect(window.getByText('The amount renews')).toBeHidden()
          },
        })
        await expect(page.getByText('You ended it. You will not be charged again.')).toBeVisible()
        expect(await holder.act([transfer(plan.merchant, 1n)])).toMatchObject({ refused: 'session_revoked' })
        await modal.accountButton.click()
        await modal.button('Settings').click()
        await modal.button(/^Permissions/).click()
        await expect(modal.dialog).toContainText('Revoked')
        // The newspaper's name and address, not those of the token site.
        await expect(modal.dialog).toContainText('The Harbour Post')
        await expect(modal.dialog).toContainText(new URL(world.subscription.url).host)
        await modal.close()
        // Also in a reloaded page: the newspaper was notified, and no payment failed.
        await page.reload()
        await expect(page.getByText('You ended it. You will not be charged again.')).toBeVisible()
        await expect(page.getByText('Payment failed')).toBeHidden()
      })

      await test.step('a browser that missed the end tells it without the wallet, once', async () => {
        const over = page.getByRole('region', { name: 'Your subscription has ended' })
        await modal.disconnect()
        const { subscription } = (await (
          await fetch(`${world.subscription.url}/api/subscriptions/${address}`)
        ).json()) as { subscription: { pci: string; startsAt: number; endsAt: number } }
        const { pci, startsAt, endsAt } = subscription
        const entry = { account: address.toLowerCase(), pci, startsAt, endsAt, state: 'active' }
        await page.evaluate(
          (kept) => localStorage.setItem(`harbour-post.subscription.${kept.account}`, JSON.stringify(kept)),
          entry,
        )
        await page.reload()
        await expect(over).toContainText(/It has ended\. You will not be charged again\. Paid \d+ /)
        await expect(page.getByRole('button', { name: 'Connect to subscribe' })).toBeVisible()
        await page.reload()
        await over.getByRole('button', { name: 'Dismiss' }).click()
        await expect(over).toBeHidden()
        await page.reload()
        await expect(page.getByRole('button', { name: 'Connect to subscribe' })).toBeVisible()
        await expect(over).toBeHidden()
      })
    })
})

/** Sends a request, and throws the text of a refusal. */
async function ask<Result>(request: { page: Page; method: string; params?: unknown }): Promise<Result> {
  const answer = await askProvider<Result>(request)
  if (!('result' in answer)) throw new Error(answer.message)
  return answer.result
}

async function sign({ embedded, message }: { embedded: EmbeddedWallet; message: string }) {
  await expect(embedded.frame.locator('body')).toContainText(message)
  // Scroll to the button first, because the delay before a press counts from its visibility.
  await embedded.button('Sign').hover()
  await embedded.button('Sign').click()
}

/** Funds an account with dollars and no native token, so that its network costs must be sponsored. */
async function fundDollars({ world, address }: { world: World; address: string }) {
  await fundAll({ world, address, ether: 0n, tokens: 100n })
}

function codeOf({ url, address }: { url: string; address: string }) {
  return rpc<string>({ url, method: 'eth_getCode', params: [address, 'latest'] })
}

function toHex(text: string): Hex {
  return `0x${Buffer.from(text).toString('hex')}`
}
