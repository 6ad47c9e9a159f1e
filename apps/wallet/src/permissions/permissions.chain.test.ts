import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@latchkey/devnet'
import type { AccountCall } from '@latchkey/smart-account'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createReaderCalls } from '../worker/createReaderCalls.ts'

let devnet: Devnet
let folder: string
let url = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-permissions-'))
  devnet = await startDevnet({ folder, bakeFolder: join(process.cwd(), '.latchkey', 'test-bake'), chains: [31337] })
  url = devnet.chains[0]?.rpcUrl ?? ''
}, 120_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

/** Executes a call of the account as its operation would. The contract identifies accounts by the caller. */
async function run(from: string, { to, data = '0x' }: AccountCall): Promise<void> {
  await ask('anvil_impersonateAccount', [from])
  const hash = await ask('eth_sendTransaction', [{ from, to, data }])
  await vi.waitFor(async () => expect(await ask('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' }))
}

test('default: the contract accepts the planned grant, returns its hash, and ends it', async () => {
  const reader = createReaderCalls({ fetch, now: Date.now })
  const owner = devnet.accounts[3]?.address ?? '0x'
  const token = devnet.tokens.find(({ kind }) => kind !== 'spam')?.address ?? '0x'
  const account = { address: owner, type: 'eoa', owner } as const
  const chainId = 'eip155:31337'
  const expiry = Math.floor(Date.now() / 1000) + 86_400
  const permissions = [
    {
      type: 'erc20-recurring-allowance',
      data: { address: token, allowance: '0x5', start: 0, period: 3_600, to: devnet.accounts[4]?.address },
    },
    {
      type: 'contract-call',
      data: {
        address: `0x${'ab'.repeat(20)}`,
        abi: [{ type: 'function', name: 'play', inputs: [{ name: 'stake', type: 'uint8' }] }],
        functions: [{ functionName: 'play', args: [{ operator: 'LESS_THAN', value: '3' }] }],
      },
    },
  ]
  const signer = { type: 'account', data: { address: privateKeyToAccount(`0x${'0c'.repeat(32)}`).address } }
  const description = await reader.describe({
    request: {
      method: 'wallet_grantPermissions',
      params: [{ chainId: '0x7a69', expiry, signer, permissions }],
      ...{ chainId, account: owner, origin: 'https://app.example' },
    },
    ...{ url, knownAddresses: [], tokens: [], smartAccount: owner },
    network: { name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, testnet: true },
  })
  expect(description.findings.filter(({ level }) => level === 'refuse')).toStrictEqual([])
  const coSignerKey = privateKeyToAccount(`0x${'0d'.repeat(32)}`).publicKey
  const asked = { description, account, chainId, id: 7, coSignerKey, url } as const
  const plan = await reader.planGrant(asked)
  // An EOA has no module yet.
  expect(plan.calls).toHaveLength(2)
  const grant = plan.calls.at(-1)
  if (!grant) throw new Error('There is no grant')
  expect(BigInt(await reader.permissionStatus({ account: owner, id: 7, url }))).toBe(0n)
  await run(owner, grant)
  expect(await reader.permissionStatus({ account: owner, id: 7, url })).toBe(plan.grantHash)
  // An ID can be used once.
  await expect(reader.planGrant(asked)).rejects.toMatchObject({ code: 'session_unknown' })

  const session = plan.request
  const found = await reader.readPermission({ account: owner, chainId, context: plan.context, session, url })
  expect(found).toMatchObject({ id: 7, status: 'running', isTrue: true, expiry })
  const lied = { ...session, expiry: expiry + 1 }
  expect(
    await reader.readPermission({ account: owner, chainId, context: plan.context, session: lied, url }),
  ).toMatchObject({ isTrue: false })
  if (found) await run(owner, found.revoke)
  expect(await reader.readPermission({ account: owner, chainId, context: plan.context, session, url })).toMatchObject({
    status: 'revoked',
  })
})
