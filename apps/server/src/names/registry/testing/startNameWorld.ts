import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet, toChainConfigs } from '@latchkey/devnet'
import { createNameAddressMessage, createNameMessage } from '@latchkey/protocol'
import type { ErrorBody, Name } from '@latchkey/protocol/api'
import { createAccountCall, personalSignDigest, smartAccountAddress, wrapUndeployed } from '@latchkey/smart-account'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { NamesConfig } from '../../../platform/config/namesConfig.ts'
import { createTestApp, type TestApp } from '../../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../../testing/createTestContext.ts'
import { testProjectId } from '../../../testing/testProjectId.ts'
import { until } from '../../../testing/until.ts'
import type { NameRegistry } from '../NameRegistry.ts'

const bakeFolder = fileURLToPath(new URL('../../../../../../.latchkey/test-bake', import.meta.url))

/** Another project of the same server. */
export const otherProjectId = 'fedcba9876543210fedcba9876543210'
export const zone = 'latchkey.eth'
/** Coin types of the two local chains. */
export const localOne = 0x80000000 + 31337
export const localTwo = 0x80000000 + 31338

/** An account that can sign. */
export type Signer = {
  address: Hex
  sign: (message: string) => Promise<Hex>
}

/** A contract that signs with its owner's key. On the other chain it is not deployed, and uses that chain's id. */
export type ContractSigner = {
  owner: PrivateKeyAccount
  address: Hex
  sign: (message: string, chainId?: number) => Promise<Hex>
}

/** Request to an endpoint. */
export type Envelope = {
  message: string
  signature: Hex
  coin_type: number
  address: string
  owner?: { signature: Hex }
}

/** Response of an endpoint. */
export type Reply = { status: number; headers: Headers; json: Name & Partial<ErrorBody> }

/** Project and address of a request. An undefined project is omitted. */
export type Place = { projectId?: string | undefined; ip?: string }

/** The whole application with names, on two local chains. */
export type NameWorld = {
  devnet: Devnet
  context: TestContext
  testApp: TestApp
  registry: NameRegistry
  /** Advances the server's clock by the given seconds. */
  pass: (seconds: number) => void
  /** Unix seconds. */
  seconds: () => number
  get: (path: string) => Promise<Reply>
  /** Reads a name. */
  read: (name: string) => Promise<Reply>
  post: (path: string, body: unknown, place?: Place) => Promise<Reply>
  /** Signs a registration and sends it. */
  register: (
    signer: Signer,
    label: string,
    options?: Place & { coinType?: number; attributes?: Record<string, string> },
  ) => Promise<Reply>
  /** Creates a signed registration without sending it. */
  registration: (
    signer: Signer,
    name: string,
    options?: { coinType?: number; attributes?: Record<string, string>; timestamp?: number },
  ) => Promise<Envelope>
  /** Creates an account with a name. */
  owner: (options?: Parameters<NameWorld['register']>[2]) => Promise<{ signer: Signer; name: string; reply: Reply }>
  /** Creates a signed request for an address without sending it. The address signs, and the owner if one is given. */
  addressChange: (
    signer: Signer,
    name: string,
    options?: { coinType?: number; attributes?: Record<string, string>; owner?: Signer },
  ) => Promise<Envelope>
  /** Creates a contract account on the first chain, deployed or not yet. */
  smartAccount: (options: { isDeployed: boolean }) => Promise<ContractSigner>
  node: <Result = unknown>(method: string, params?: readonly unknown[]) => Promise<Result>
  stop: () => Promise<void>
}

let made = 0

/** Returns an unregistered label. */
export function freshLabel(): string {
  made += 1
  const letters = [...made.toString().padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)])
  return `somebody-${letters.join('')}`
}

/** Returns the status and the error code of a reply. */
export function outcome({ status, json: { code } }: Reply): [number, string | undefined] {
  return [status, code]
}

/** A picture for the `avatar` text. */
export const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Creates a new EOA. */
export function createSigner(): Signer & { account: PrivateKeyAccount } {
  const account = privateKeyToAccount(generatePrivateKey())
  return { account, address: account.address, sign: (message) => account.signMessage({ message }) }
}

/**
 * Starts the chains, and the application on them.
 *
 * @param options.names overrides of the configuration of names; limits are high by default
 * @param options.devnet existing chains, which keep running
 * @param options.connection existing database, which stays open
 */
export async function startNameWorld({
  names = {},
  devnet: given,
  connection,
}: {
  names?: Partial<Omit<NamesConfig, 'signer' | 'zone'>>
  devnet?: Devnet
  connection?: TestContext['connection']
} = {}): Promise<NameWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-names-'))
  const devnet = given ?? (await startDevnet({ folder, bakeFolder, chains: [31337, 31338] }))
  let now = Math.floor(Date.now() / 1000) * 1000
  const context = await createTestContext({
    ...(connection ? { connection } : {}),
    clock: { now: () => now },
    config: {
      http: { trustProxy: true },
      projects: [
        { id: testProjectId, name: 'Test', origins: ['http://localhost:5173'] },
        { id: otherProjectId, name: 'Other', origins: ['http://localhost:5174'] },
      ],
      limits: { readPerMinute: 100_000 },
      names: {
        zone,
        signer: { privateKey: generatePrivateKey() },
        limits: { registrationsPerHour: 10_000, registrationsPerDay: 10_000, changesPerHour: 10_000 },
        ...names,
      },
      chains: toChainConfigs(devnet),
    },
  })
  const testApp = await createTestApp({ context })
  const registry = testApp.names.own?.registry
  if (!registry) throw new Error('the application has no names')

  const ask = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await testApp.app.request(path, init)
    return { status: response.status, headers: response.headers, json: (await response.json()) as Reply['json'] }
  }
  const post: NameWorld['post'] = (path, body, { ip = '192.0.2.1', ...place } = {}) => {
    const projectId = 'projectId' in place ? place.projectId : testProjectId
    return ask(`/v1/profile/account${path}${projectId === undefined ? '' : `?projectId=${projectId}`}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify(body),
    })
  }
  const seconds = () => now / 1000
  const registration: NameWorld['registration'] = async (
    { address, sign },
    name,
    { coinType = 60, attributes = {}, timestamp = seconds() } = {},
  ) => {
    const message = createNameMessage({ name, attributes, timestamp })
    return { message, signature: await sign(message), coin_type: coinType, address }
  }
  const addressChange: NameWorld['addressChange'] = async (
    { address, sign },
    name,
    { coinType = 60, attributes = {}, owner } = {},
  ) => {
    const message = createNameAddressMessage({ name, attributes, timestamp: seconds(), address, coinType })
    return {
      ...{ message, signature: await sign(message), coin_type: coinType, address },
      ...(owner ? { owner: { signature: await owner.sign(message) } } : {}),
    }
  }
  const node: NameWorld['node'] = async <Result>(method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const reply = await fetch(devnet.chains[0]?.rpcUrl ?? '', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    })
    const { result, error } = (await reply.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  const register: NameWorld['register'] = async (signer, label, options = {}) =>
    post('', await registration(signer, `${label}.${zone}`, options), options)

  return {
    ...{ devnet, context, testApp, registry, seconds, post, register, registration, addressChange, node },
    owner: async (options) => {
      const signer = createSigner()
      const reply = await register(signer, freshLabel(), options)
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.json))
      return { signer, name: reply.json.name, reply }
    },
    pass: (step) => {
      now += step * 1000
    },
    get: (path) => ask(path),
    read: (name) => ask(`/v1/profile/account/${name}`),
    smartAccount: async ({ isDeployed }) => {
      const owner = privateKeyToAccount(generatePrivateKey())
      const address = smartAccountAddress({ address: owner.address })
      if (isDeployed) {
        const { factory: to, factoryData: data } = createAccountCall({ address: owner.address })
        const from = devnet.faucet.address
        await node('anvil_impersonateAccount', [from])
        const hash = await node<Hex>('eth_sendTransaction', [{ from, to, data }])
        await until(async () => (await node('eth_getTransactionReceipt', [hash])) !== null)
      }
      const wrap = (signature: Hex) => wrapUndeployed({ ...createAccountCall({ address: owner.address }), signature })
      return {
        ...{ owner, address },
        sign: async (message, chainId = 31337) => {
          const hash = personalSignDigest({ account: { address, chainId }, message })
          const signature = await owner.sign({ hash })
          return isDeployed && chainId === 31337 ? signature : wrap(signature)
        },
      }
    },
    stop: async () => {
      await context.stop()
      if (!given) await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
