import { LatchkeyError } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerAsServer, type ChainServer } from '../testing/createChainServer.ts'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { signedInKit } from '../testing/createWalletKit.ts'
import type { GrantOptions } from './PermissionsFeature.ts'

beforeAll(() => import('./createPermissionsEngine.ts'))

const usd = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as const
const pci = '11111111-1111-4111-8111-111111111111'
const day = 86_400

async function permissionsKit() {
  const server: ChainServer = { nodes: {}, balances: [], history: [], intercept: () => undefined }
  const environment = createTestEnvironment({ fetch: answerAsServer(server) })
  const seconds = () => Math.floor(environment.now() / 1000)
  const permission: SmartSession = {
    project: { id: 'p', name: 'Brass Post', url: 'https://post.test', iconUrl: null },
    pci,
    account: `eip155:31337:${testUser.address}`,
    expiry: seconds() + day,
    createdAt: seconds(),
    signer: { type: 'account', data: { address: usd } },
    permissions: [
      {
        type: 'erc20-recurring-allowance',
        data: { address: usd, allowance: '0x4c4b40', start: seconds(), period: 30 * day },
      },
    ],
    policies: [],
    context: '0x1234',
    revokedAt: null,
    usage: null,
  }
  /** The server's permissions, and the requests posted to it. */
  const world = { permissions: [permission], posted: [] as unknown[], fails: false }
  server.intercept = ({ url, calls }) => {
    if (world.fails) return Response.error()
    if (url.pathname.endsWith('/revoke')) {
      world.posted.push({ path: decodeURIComponent(url.pathname), body: calls[0] })
      return Response.json({})
    }
    if (url.pathname.startsWith('/v1/sessions/')) return Response.json({ pcis: world.permissions })
    if (url.pathname === '/v1/fungible/price')
      return Response.json({
        fungibles: [
          { address: `eip155:31337:${usd}`, name: 'Dollar', symbol: 'USD', iconUrl: null, price: 1, decimals: 6 },
        ],
      })
    return undefined
  }
  const kit = await signedInKit({ environment })
  const asked: { method: string; params: unknown }[] = []
  kit.frame.answers.rpc = ({ payload }) => {
    asked.push(payload as never)
    return '0x51'
  }
  return { ...kit, permissions: kit.latchkey.permissions, world, permission, seconds, asked }
}

const grantOf = (seconds: number): GrantOptions => ({
  expiry: seconds + day,
  signer: { type: 'account', data: { address: usd } },
  permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: seconds, period: day } }],
})

describe('read', () => {
  test('default: no request before the first use; then with the tokens of the permissions', async () => {
    const { permissions, permission, environment } = await permissionsKit()
    expect([permissions.getState().status, environment.requests]).toStrictEqual(['idle', []])
    await permissions.refresh()
    expect(permissions.getState()).toMatchObject({
      status: 'ready',
      account: permission.account,
      data: [{ pci, status: 'active' }],
      tokens: { [usd.toLowerCase()]: { symbol: 'USD', decimals: 6 } },
      error: undefined,
    })
    expect(environment.requests[0]?.url).toContain('/v1/supported-chains?')
    expect(environment.requests[1]?.url).toContain(`/v1/sessions/${encodeURIComponent(permission.account)}?`)
    const asked = environment.requests.length
    await permissions.refresh()
    // The tokens are known.
    expect(environment.requests).toHaveLength(asked + 1)
  })

  test('behavior: it expires on time, without a request', async () => {
    const { permissions, environment, world, permission, seconds } = await permissionsKit()
    world.permissions = [permission, { ...permission, pci: 'later', expiry: seconds() + 2 * day }]
    await permissions.refresh()
    const asked = environment.requests.length
    const states = () => permissions.getState().data?.map(({ status }) => status)
    await environment.advance(day * 1000 - 1000)
    expect(states()).toStrictEqual(['active', 'active'])
    await environment.advance(1000)
    expect(states()).toStrictEqual(['expired', 'active'])
    await environment.advance(day * 1000)
    expect(states()).toStrictEqual(['expired', 'expired'])
    expect(environment.requests).toHaveLength(asked)
  })

  test('behavior: a permission that is revoked and expired counts as revoked', async () => {
    const { permissions, world, permission, seconds } = await permissionsKit()
    world.permissions = [{ ...permission, revokedAt: seconds(), expiry: seconds() - 1 }]
    await permissions.refresh()
    expect(permissions.getState().data).toMatchObject([{ status: 'revoked' }])
  })

  test('error: loaded permissions stay, and a failure is reported', async () => {
    const { permissions, world } = await permissionsKit()
    await permissions.refresh()
    world.fails = true
    await permissions.refresh()
    expect(permissions.getState()).toMatchObject({
      status: 'failed',
      data: [{ pci }],
      error: { code: 'network_request_failed', message: 'Permissions could not be loaded' },
    })
    world.fails = false
    await permissions.refresh()
    expect(permissions.getState()).toMatchObject({ status: 'ready', error: undefined })
  })
})

describe('grant', () => {
  test('default: by the wallet, for the current account', async () => {
    const { permissions, seconds, frame, asked } = await permissionsKit()
    const options = grantOf(seconds())
    const granted = { ...options, chainId: '0x7a69', address: testUser.address, pci, context: '0x12' }
    frame.answers.rpc = ({ payload }) => {
      asked.push(payload as never)
      return granted
    }
    await expect(permissions.grant(options)).resolves.toStrictEqual(granted)
    expect(asked).toMatchObject([
      { method: 'wallet_grantPermissions', params: [{ ...options, chainId: '0x7a69', address: testUser.address }] },
    ])
    // It is in the list immediately.
    await until(() => permissions.getState().data !== undefined)
  })

  test('error: an invalid request does not reach the wallet', async () => {
    const { permissions, seconds, asked } = await permissionsKit()
    const options = grantOf(seconds())
    for (const [wrong, code] of [
      [{ ...options, expiry: seconds() }, 'permissions_invalid'],
      [{ ...options, permissions: [] }, 'permissions_invalid'],
      [{ ...options, permissions: [{ type: 'everything', data: {} }] }, 'permissions_invalid'],
      [{ ...options, chainId: 'eip155:31338' }, 'chain_changed'],
    ] as const)
      await expect(permissions.grant(wrong as never)).rejects.toMatchObject({ code })
    expect(asked).toStrictEqual([])
  })

  test('error: declined, a wallet without permissions, an incomplete answer', async () => {
    const { permissions, seconds, frame } = await permissionsKit()
    const options = grantOf(seconds())
    const answers: [() => unknown, string][] = [
      [() => fail(new LatchkeyError('user_rejected')), 'user_rejected'],
      [() => fail(new ServiceError('smart_account_unavailable')), 'smart_account_unavailable'],
      [() => ({ pci }), 'wallet_failed'],
    ]
    for (const [answer, code] of answers) {
      frame.answers.rpc = answer
      await expect(permissions.grant(options)).rejects.toMatchObject({ code })
    }
  })
})

describe('revoke', () => {
  test('default: by the wallet, then on the server', async () => {
    const { permissions, permission, world, asked } = await permissionsKit()
    await permissions.revoke({ pci })
    expect(asked).toMatchObject([
      {
        method: 'wallet_revokePermissions',
        params: [{ pci, address: testUser.address, chainId: '0x7a69', context: '0x1234' }],
      },
    ])
    expect(world.posted).toStrictEqual([
      { path: `/v1/sessions/${permission.account}/revoke`, body: { pci, signature: '0x51' } },
    ])
    expect(permissions.getState().data).toMatchObject([{ pci, status: 'revoked' }])
  })

  test('behavior: after a failed request, the server is notified again, without a second request to the wallet', async () => {
    const { permissions, world, asked } = await permissionsKit()
    await permissions.refresh()
    world.fails = true
    await expect(permissions.revoke({ pci })).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(permissions.getState().data).toMatchObject([{ status: 'active' }])
    world.fails = false
    await permissions.revoke({ pci })
    expect([asked.length, world.posted.length]).toStrictEqual([1, 1])
  })

  test('behavior: revoking a revoked permission does nothing', async () => {
    const { permissions, world, permission, seconds, asked } = await permissionsKit()
    world.permissions = [{ ...permission, revokedAt: seconds() }]
    await permissions.revoke({ pci })
    expect([asked, world.posted]).toStrictEqual([[], []])
  })

  test('error: an unknown permission, and a list that could not be read', async () => {
    const { permissions, world, asked } = await permissionsKit()
    await expect(permissions.revoke({ pci: 'other' })).rejects.toMatchObject({ code: 'session_unknown' })
    world.fails = true
    await expect(permissions.revoke({ pci: 'other' })).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(asked).toStrictEqual([])
  })

  test('error: declined: the server is not notified', async () => {
    const { permissions, world, frame } = await permissionsKit()
    frame.answers.rpc = () => fail(new LatchkeyError('user_rejected'))
    await expect(permissions.revoke({ pci })).rejects.toMatchObject({ code: 'user_rejected' })
    await settle()
    expect(world.posted).toStrictEqual([])
    expect(permissions.getState().data).toMatchObject([{ status: 'active' }])
  })
})

function fail(error: Error): never {
  throw error
}
