import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameRegistryAbi, nameRegistryBytecode } from '@latchkey/contracts'
import { waitForReceipt } from '@latchkey/devnet'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  getAddress,
  type Hex,
  http,
  labelhash,
  namehash,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { startAnvil, type TestAnvil } from '../../testing/startAnvil.ts'
import { createNameChecks } from '../createNameChecks.ts'
import { deployNames } from './deployNames.ts'
import { findResolver } from './findResolver.ts'
import { runNamesCommand } from './runNamesCommand.ts'
import { nameWrapperCode } from './testing/nameWrapperCode.ts'

const zone = 'latchkey.eth'
const gateway = 'https://api.example.com/v1/names/ccip/{sender}/{data}.json'
const signerKey = generatePrivateKey()
const signer = privateKeyToAccount(signerKey).address
/** An owner of names. */
const holder = privateKeyToAccount(generatePrivateKey())
const folder = mkdtempSync(join(tmpdir(), 'latchkey-names-'))

let anvil: TestAnvil
beforeAll(async () => {
  anvil = await startAnvil()
  await fund(holder)
}, 60_000)
afterAll(async () => {
  await anvil?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const fund = async (account: PrivateKeyAccount) => {
  await anvil.request('anvil_setBalance', [account.address, '0x56bc75e2d63100000'])
  return account
}
/** Each test has another deployer, so that deployments do not affect each other. */
const newDeployer = () => fund(privateKeyToAccount(generatePrivateKey()))

const definition = () =>
  defineChain({
    ...{ id: 31337, name: 'Bare', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [anvil.url] } },
  })
const reader = () => createPublicClient({ chain: definition(), transport: http(anvil.url) })

async function send(account: PrivateKeyAccount, call: { to?: Address; data: Hex }) {
  const sender = createWalletClient({ chain: definition(), transport: http(anvil.url), account })
  const hash = await sender.sendTransaction(call)
  const receipt = await waitForReceipt({ client: reader(), hash })
  if (receipt.status !== 'success') throw new Error(`${hash} failed`)
  return receipt
}

/** Creates a registry like ENS's, in which another account owns `latchkey.eth`. */
async function makeEns(owner: Address): Promise<Address> {
  const argument = holder.address.slice(2).padStart(64, '0')
  const { contractAddress } = await send(holder, { data: `${nameRegistryBytecode}${argument}` })
  const address = contractAddress ?? zeroAddress
  const sender = createWalletClient({ chain: definition(), transport: http(anvil.url), account: holder })
  for (const [parent, label, to] of [
    ['', 'eth', holder.address],
    ['eth', 'latchkey', owner],
  ] as const) {
    const args = [namehash(parent), labelhash(label), to] as const
    const call = { address, abi: nameRegistryAbi, functionName: 'setSubnodeOwner', args } as const
    await waitForReceipt({ client: reader(), hash: await sender.writeContract(call) })
  }
  return address
}

const resolverOf = (registry: Address, name = zone) =>
  reader().readContract({ address: registry, abi: nameRegistryAbi, functionName: 'resolver', args: [namehash(name)] })

function parts(deployer: PrivateKeyAccount, registry?: Address) {
  const lines: string[] = []
  const sender = createWalletClient({ chain: definition(), transport: http(anvil.url) })
  const say = (line: string) => {
    lines.push(line)
  }
  const rest = { isRehearsal: false, isOwnRegistry: false, zone, gateway, signer, registry, say }
  return { lines, options: { reader: reader(), sender, deployer, ...rest } }
}

/** Returns the call that the printed lines request. */
function saidCall(lines: readonly string[]): { to: Address; data: Hex } {
  const said = (word: string) => lines.find((line) => line.startsWith(`  ${word} `))?.split(/\s+/)[2] as Hex
  return { to: said('to'), data: said('data') }
}

describe('deployNames', () => {
  test('default: deploys everything for the owner of the zone; a second run costs nothing', async () => {
    const deployer = await newDeployer()
    const registry = await makeEns(deployer.address)
    const rehearsal = await deployNames({ ...parts(deployer, registry).options, isRehearsal: true })
    expect(rehearsal.cost).toBeGreaterThan(0n)
    expect(await reader().getTransactionCount({ address: deployer.address })).toBe(0)

    const done = await deployNames(parts(deployer, registry).options)
    expect(done).toMatchObject({ registry, resolver: rehearsal.resolver, universalResolver: undefined })
    expect(await resolverOf(registry)).toBe(done.resolver)
    const found = await findResolver({ reader: reader(), registry, zone })
    expect(found).toEqual({ address: done.resolver, owner: deployer.address, urls: [gateway], signers: [signer] })

    const again = parts(deployer, registry)
    expect(await deployNames(again.options)).toEqual({ ...done, cost: 0n })
    expect(again.lines).toContain(`${zone}: the resolver already answers for it`)
    // Another deployer does not create a second one.
    const other = parts(await newDeployer(), registry)
    expect(await deployNames(other.options)).toEqual({ ...done, cost: 0n })
  })

  test('behavior: a rehearsal estimates the real cost', async () => {
    const deployer = await newDeployer()
    const registry = await makeEns(deployer.address)
    const gasOf = (lines: readonly string[]) =>
      lines.reduce((sum, line) => sum + Number(/(\d+) gas/.exec(line)?.[1] ?? 0), 0)
    const rehearsal = parts(deployer, registry)
    await deployNames({ ...rehearsal.options, isRehearsal: true })
    const real = parts(deployer, registry)
    await deployNames(real.options)
    expect(gasOf(real.lines)).toBeLessThan(gasOf(rehearsal.lines))
    expect(gasOf(real.lines)).toBeGreaterThan(gasOf(rehearsal.lines) * 0.8)
  })

  test('behavior: a deployer who does not own the zone learns which call its owner has to make', async () => {
    const deployer = await newDeployer()
    const registry = await makeEns(holder.address)
    const { lines, options } = parts(deployer, registry)
    const { resolver } = await deployNames(options)
    expect(await resolverOf(registry)).toBe(zeroAddress)
    expect(lines).toContain(
      `${zone}: belongs to ${holder.address}, not to ${deployer.address}. Only its owner can have the resolver answer for it, by this call:`,
    )
    expect(lines.slice(-5)).toEqual([
      `  to        ${registry}`,
      '  function  setResolver(bytes32,address)',
      `  node      ${namehash(zone)}`,
      `  resolver  ${resolver}`,
      expect.stringMatching(/^ {2}data {6}0x/),
    ])
    await send(holder, saidCall(lines))
    expect(await resolverOf(registry)).toBe(resolver)
    const again = parts(deployer, registry)
    expect((await deployNames(again.options)).cost).toBe(0n)
  })

  test('behavior: the owner of a wrapped name points it through the wrapper', async () => {
    const deployer = await newDeployer()
    const wrapper = privateKeyToAccount(generatePrivateKey()).address
    const registry = await makeEns(wrapper)
    const wrap = (owner: Address) => anvil.request('anvil_setCode', [wrapper, nameWrapperCode({ owner, registry })])
    await wrap(holder.address)
    const { lines, options } = parts(deployer, registry)
    const { resolver } = await deployNames(options)
    expect(lines.join('\n')).toContain(`belongs to ${holder.address}, wrapped by ENS's NameWrapper ${wrapper}`)
    const call = saidCall(lines)
    expect(call.to).toBe(wrapper)
    await wrap(deployer.address)
    await deployNames(parts(deployer, registry).options)
    expect(await resolverOf(registry)).toBe(resolver)
    // The printed call is the same one.
    await wrap(holder.address)
    await send(holder, call)
  })

  test('error: no registry, no contract at its address, no owner of the zone', async () => {
    const deployer = await newDeployer()
    await expect(deployNames(parts(deployer).options)).rejects.toThrow('--registry own deploys a registry')
    await expect(deployNames(parts(deployer, holder.address).options)).rejects.toThrow('There is no name registry')
    const { lines, options } = parts(deployer, await makeEns(zeroAddress))
    await deployNames(options)
    expect(lines.join('\n')).toContain(`${zone}: it has no owner in the registry`)
  })

  test('default: on a chain without ENS, creates a registry, the zone and a resolver', async () => {
    const deployer = await newDeployer()
    const own = { isOwnRegistry: true }
    const rehearsal = await deployNames({ ...parts(deployer).options, ...own, isRehearsal: true })
    expect(await reader().getTransactionCount({ address: deployer.address })).toBe(0)
    const done = await deployNames({ ...parts(deployer).options, ...own })
    expect(rehearsal).toEqual({ ...done, cost: expect.any(BigInt) })
    for (const name of [zone, 'reverse']) expect(await resolverOf(done.registry, name)).toBe(done.resolver)
    expect(await resolverOf(done.registry, 'eth')).toBe(zeroAddress)
    const client = createPublicClient({
      chain: { ...definition(), contracts: { ensUniversalResolver: { address: done.universalResolver ?? '0x' } } },
      transport: http(anvil.url),
    })
    expect(await client.getEnsResolver({ name: 'alice.latchkey.eth' })).toBe(done.resolver)
    for (const registry of [undefined, done.registry])
      expect(await deployNames({ ...parts(deployer, registry).options, ...own })).toEqual({ ...done, cost: 0n })
    // The registry of another owner is not changed.
    const { lines, options } = parts(await newDeployer(), done.registry)
    await expect(deployNames({ ...options, ...own, zone: 'other.eth' })).rejects.toThrow('eth belongs to')
    expect(lines.join('\n')).not.toContain('other.eth: done')
  })

  test('behavior: a gateway set by the owner stays', async () => {
    const deployer = await newDeployer()
    const registry = await makeEns(deployer.address)
    const { resolver } = await deployNames(parts(deployer, registry).options)
    const { lines, options } = parts(deployer, registry)
    const moved = 'https://new.example.com/{sender}/{data}'
    expect((await deployNames({ ...options, gateway: moved })).resolver).toBe(resolver)
    expect(lines).toContain(`Gateway: stays ${gateway}; names -- gateway ${moved} changes it`)
  })
})

describe('runNamesCommand', () => {
  const config = (registry: Address | undefined, over: object = {}) => {
    const path = join(folder, `${Math.random()}.json`)
    const chain = {
      ...{ chainId: 'eip155:31337', name: 'Bare', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      ...{ upstreams: [{ url: anvil.url }], contracts: registry ? { ensRegistry: registry } : {} },
    }
    const http = { publicUrl: 'https://api.example.com' }
    const names = { zone, signer: { privateKey: signerKey } }
    writeFileSync(path, JSON.stringify({ http, names, chains: [chain], ...over }))
    return path
  }
  const run = async (path: string, deployerKey: Hex, ...args: string[]) => {
    const lines: string[] = []
    const env = { LATCHKEY_CONFIG: path, DEPLOYER_KEY: deployerKey }
    await runNamesCommand({ args, env, say: (line) => lines.push(line) })
    return lines
  }

  test('default: deploys, rotates the key, moves the gateway and prints the status', async () => {
    const key = generatePrivateKey()
    const deployer = await fund(privateKeyToAccount(key))
    const made = await run(config(undefined), key, 'deploy', 'eip155:31337', '--registry', 'own')
    const registry = /"(0x\w+)"/.exec(made.find((line) => line.includes('ensRegistry')) ?? '')?.[1] as Address
    expect(made.at(-1)).toMatch(/^contracts of the chain's definition in viem: \{ ensUniversalResolver/)

    const nextKey = generatePrivateKey()
    const next = privateKeyToAccount(nextKey).address
    const path = config(registry, { names: { zone, signer: { privateKey: nextKey } } })
    const signers = async () => (await run(path, key, 'show')).at(-1)
    // The key of the next configuration.
    await run(path, key, 'signer', 'add')
    expect(await signers()).toBe(`Signers: ${signer}, ${next}`)
    expect((await run(path, key, 'signer', 'add', next)).at(-1)).toBe(`Signer ${next} counts: is so already`)
    const stranger = generatePrivateKey()
    expect((await run(path, stranger, 'signer', 'remove', signer)).join('\n')).toContain(
      `only ${deployer.address} can, who owns the resolver, by this call:`,
    )
    expect((await run(path, key, 'signer', 'remove', signer, '--rehearse')).at(-1)).toContain('would take')
    await run(path, key, 'signer', 'remove', signer)
    expect(await signers()).toBe(`Signers: ${next}`)

    await run(path, key, 'gateway', 'https://a.example.com/{sender}/{data}', 'https://b.example.com')
    const shown = await run(path, key, 'show', '--chain', 'eip155:31337')
    expect(shown).toEqual([
      'Bare (eip155:31337)',
      expect.stringMatching(/^The resolver of latchkey\.eth: 0x\w{40}, which 0x\w{40} owns$/),
      'Gateway: https://a.example.com/{sender}/{data}, https://b.example.com',
      `Signers: ${next}`,
    ])
    await run(path, key, 'gateway')
    expect((await run(path, key, 'show'))[2]).toBe(`Gateway: ${gateway}`)
    expect((await run(path, key, 'signer', 'remove', next)).join('\n')).toContain('no name is resolved')
    expect(await signers()).toBe('Signers: none, so no name is resolved')
  })

  test('error: unknown arguments, and missing settings', async () => {
    const key = generatePrivateKey()
    const path = config(holder.address)
    for (const args of [[], ['move'], ['deploy'], ['signer'], ['show', '--registry', 'own'], ['toString']])
      await expect(run(path, key, ...args), args.join(' ')).rejects.toThrow('Use: ')
    await expect(run(path, key, 'deploy', 'eip155:5')).rejects.toThrow('no chain eip155:5')
    await expect(run(path, key, 'signer', 'remove')).rejects.toThrow('Name its address')
    await expect(run(path, key, 'signer', 'add', '0x12')).rejects.toThrow('"0x12" is no address')
    await expect(run(path, key, 'show', '--chain', 'eip155:5')).rejects.toThrow('no chain eip155:5 with')
    await expect(run(config(undefined), key, 'show')).rejects.toThrow('no chain with contracts.ensRegistry')
    for (const [url, words] of [
      ['here', 'not the address of a gateway'],
      ['http://example.com/{sender}/{data}', 'is not https'],
      ['https://example.com/{data}', 'use both'],
    ] as const)
      await expect(run(path, key, 'gateway', url)).rejects.toThrow(words)
    await expect(run(config(holder.address, { http: {} }), key, 'gateway')).rejects.toThrow('http.publicUrl')
    await expect(run(config(holder.address, { names: undefined }), key, 'show')).rejects.toThrow('has no names')
  })
})

describe('createNameChecks', () => {
  const rpc: Pick<RpcService, 'request'> = {
    request: async <Result>({ call: { method, params = [] } }: Parameters<RpcService['request']>[0]) =>
      (await anvil.request(method, [...params])) as Result,
  }
  const check = async (registry: Address, own = signer) => {
    const chains = [
      {
        ...{
          chainId: 'eip155:31337',
          name: 'Bare',
          upstreams: [{ url: anvil.url }],
          contracts: { ensRegistry: registry },
        },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ]
    const config = serverConfigSchema.parse({ chains })
    const [first, ...others] = createNameChecks({ rpc, chains: config.chains, zone, signer: own })
    expect([first?.name, others]).toEqual(['names eip155:31337', []])
    return first?.check().then(
      () => 'ok',
      (error: Error) => error.message,
    )
  }

  test('default: a zone with our resolver, which accepts our key; one without a resolver', async () => {
    const deployer = await newDeployer()
    const registry = await makeEns(deployer.address)
    expect(await check(registry)).toBe('ok')
    await deployNames(parts(deployer, registry).options)
    expect(await check(registry)).toBe('ok')
    const other = privateKeyToAccount(generatePrivateKey()).address
    expect(await check(registry, other)).toContain(
      `accepts signatures of ${signer}, but the key of names.signer is ${other}`,
    )
  })

  test('error: a zone with another resolver, and no registry', async () => {
    const registry = await makeEns(holder.address)
    const sender = createWalletClient({ chain: definition(), transport: http(anvil.url), account: holder })
    for (const resolver of [holder.address, registry]) {
      const call = {
        address: registry,
        abi: nameRegistryAbi,
        functionName: 'setResolver',
        args: [namehash(zone), resolver],
      } as const
      await waitForReceipt({ client: reader(), hash: await sender.writeContract(call) })
      expect(await check(registry)).toContain(`${getAddress(resolver)}, is not a LatchkeyResolver`)
    }
    expect(await check(holder.address)).toContain('There is no name registry at')
  })
})
