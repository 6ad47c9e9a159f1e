import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { latchkeyPaymasterAbi } from '@latchkey/contracts'
import { startDevnet } from '@latchkey/devnet'
import { entryPoint08, smartAccountContracts } from '@latchkey/smart-account'
import { createPublicClient, createWalletClient, defineChain, http, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnvil, type TestAnvil } from '../../testing/startAnvil.ts'
import { deploySmartAccounts } from './deploySmartAccounts.ts'

const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))
const deployer = privateKeyToAccount(generatePrivateKey())
const signer = privateKeyToAccount(generatePrivateKey())
const entryPointAbi = parseAbi([
  'function getDepositInfo(address) view returns (uint256, bool, uint112, uint32, uint48)',
])

let anvil: TestAnvil
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.request('anvil_setBalance', [deployer.address, '0x56bc75e2d63100000'])
}, 60_000)
afterAll(() => anvil?.stop())

const parts = (lines: string[], options: { isRehearsal?: boolean; deposit?: bigint; owner?: `0x${string}` } = {}) => {
  const chain = defineChain({
    ...{ id: 31337, name: 'Bare', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  const transport = http(anvil.url)
  const { deposit = parseEther('1'), owner = deployer.address } = options
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 20 }),
    sender: createWalletClient({ chain, transport, pollingInterval: 20 }),
    ...{ deployer, isRehearsal: options.isRehearsal ?? false },
    paymaster: { owner, signer: signer.address, deposit, stake: parseEther('0.1'), budgetPerDay: parseEther('0.5') },
    say: (line: string) => {
      lines.push(line)
    },
  }
}

describe('deploySmartAccounts', () => {
  test('error: refuses a chain without the EntryPoint', async () => {
    await expect(deploySmartAccounts(parts([]))).rejects.toThrow('There is no EntryPoint v0.8')
  })

  test('behavior: a dry run reports the cost and sends nothing; a run deploys everything; a repeated run costs nothing', async () => {
    // Adds the EntryPoint's code, like on any chain with smart accounts.
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-deploy-'))
    const devnet = await startDevnet({ folder, bakeFolder, chains: [31337] })
    const [{ rpcUrl = '' } = {}] = devnet.chains
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [entryPoint08, 'latest'] })
    const reply = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result: code } = (await reply.json()) as { result: string }
    await devnet.stop()
    await rm(folder, { recursive: true, force: true })
    await anvil.request('anvil_setCode', [entryPoint08, code])

    const rehearsed: string[] = []
    const rehearsal = await deploySmartAccounts(parts(rehearsed, { isRehearsal: true }))
    expect(rehearsal.cost).toBeGreaterThan(0n)
    const { reader } = parts([])
    expect(await reader.getTransactionCount({ address: deployer.address })).toBe(0)
    expect(rehearsed.join('\n')).toContain('would take')

    const lines: string[] = []
    const done = await deploySmartAccounts(parts(lines))
    expect(await reader.getCode({ address: smartAccountContracts.factory })).not.toBe('0x')
    expect(await reader.getCode({ address: smartAccountContracts.implementation })).not.toBe('0x')
    expect(await reader.getCode({ address: smartAccountContracts.sessions })).not.toBe('0x')
    expect(done.paymaster).toBe(rehearsal.paymaster)
    const paymaster = { abi: latchkeyPaymasterAbi, address: done.paymaster ?? '0x' } as const
    expect(await reader.readContract({ ...paymaster, functionName: 'signer' })).toBe(signer.address)
    expect(await reader.readContract({ ...paymaster, functionName: 'owner' })).toBe(deployer.address)
    const budget = await reader.readContract({ ...paymaster, functionName: 'budgetOf', args: [`0x${'12'.repeat(16)}`] })
    expect(budget.slice(1)).toEqual([parseEther('0.5'), 86_400])
    const info = () =>
      reader.readContract({
        abi: entryPointAbi,
        address: entryPoint08,
        functionName: 'getDepositInfo',
        args: [done.paymaster ?? '0x'],
      })
    expect(await info()).toMatchObject([parseEther('1'), true, parseEther('0.1'), 86_400, 0])

    const again: string[] = []
    expect(await deploySmartAccounts(parts(again))).toEqual({ paymaster: done.paymaster, cost: 0n })
    expect(again).toContain(`LatchkeyAccountFactory: is at ${smartAccountContracts.factory}`)
    // With a larger request, only the missing part is sent.
    const more: string[] = []
    await deploySmartAccounts(parts(more, { deposit: parseEther('1.5') }))
    expect((await info())[0]).toBe(parseEther('1.5'))
    expect(more.filter((line) => line.includes('done in'))).toHaveLength(1)
  }, 120_000)
})
