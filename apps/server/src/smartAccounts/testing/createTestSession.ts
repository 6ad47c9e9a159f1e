import { activateSessionMessage, createSessionMessage, revokeSessionMessage } from '@latchkey/protocol'
import type { Permission, PermissionSigner } from '@latchkey/protocol/api'
import {
  createAccountCall,
  encodeContext,
  type Grant,
  grantCall,
  permissionsHash,
  permissionsToGrant,
  personalSignDigest,
  revokeCall,
  wrapUndeployed,
} from '@latchkey/smart-account'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { chainId, createOwner, type SmartAccountWorld } from './startSmartAccountWorld.ts'

/** Signs a text as an account: nested (ERC-7739), and wrapped if the account is not deployed (ERC-6492). */
export async function signAsAccount({
  owner,
  account,
  message,
  isDeployed = true,
}: {
  owner: PrivateKeyAccount
  account: `0x${string}`
  message: string
  isDeployed?: boolean
}): Promise<Hex> {
  const hash = personalSignDigest({ account: { address: account, chainId: 31337 }, message })
  const signature = await owner.sign({ hash })
  return isDeployed ? signature : wrapUndeployed({ ...createAccountCall({ address: owner.address }), signature })
}

/** A permission of a test, with its account and its owner. */
export type TestSession = {
  owner: PrivateKeyAccount
  account: `0x${string}`
  /** The app's key. */
  key: PrivateKeyAccount
  pci: string
  context: Hex
  grant: Grant
  id: number
  /** Revokes it only at the server, with the account's signature. */
  revokeAtServer: () => Promise<number>
  /** Revokes it only on the chain. */
  revokeOnChain: () => Promise<void>
}

let lastId = 0

/**
 * Start of the first period of an allowance, Unix seconds: a minute ago. With a start at 0, a period could end at any moment
 * of the test, and the bundler accepts nothing in its last half minute.
 */
export function recentStart(): number {
  return Math.floor(Date.now() / 1000) - 60
}

/** Calls one of the endpoints of permissions. */
export async function askSessions(
  world: Pick<SmartAccountWorld, 'app'>,
  path: string,
  body?: unknown,
  projectId = testProjectId,
): Promise<{ status: number; json: Record<string, never> & { code?: string } }> {
  const response = await world.app.app.request(`/v1/sessions/${path}?projectId=${projectId}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, json: JSON.parse(await response.text()) }
}

/** Returns the signed body of a request for a permission. */
export async function signedRequest({
  owner,
  account,
  permissions,
  signer,
  expiry,
  issuedAt = new Date().toISOString(),
  isDeployed = false,
}: {
  owner: PrivateKeyAccount
  account: `0x${string}`
  permissions: readonly Permission[]
  signer: PermissionSigner
  expiry: number
  issuedAt?: string
  isDeployed?: boolean
}) {
  const hash = permissionsHash({ signer, permissions })
  const message = createSessionMessage({ account: `${chainId}:${account}`, permissionsHash: hash, expiry, issuedAt })
  const signature = await signAsAccount({ owner, account, message, isDeployed })
  return { expiry, signer, permissions, policies: [], issuedAt, signature }
}

/** Creates a permission like the wallet does: prepared at the server, granted on the chain, activated. */
export async function createTestSession({
  world,
  permissions,
  lifetime = 3600,
  tokens = 1_000n,
  signer: given,
}: {
  world: SmartAccountWorld
  permissions: readonly Permission[]
  /** Seconds. */
  lifetime?: number
  /** Token balance of the account. */
  tokens?: bigint
  /** Replaces the key of an EOA. */
  signer?: PermissionSigner
}): Promise<TestSession> {
  const { owner, account } = createOwner()
  await world.fund(account, { tokens })
  const key = privateKeyToAccount(generatePrivateKey())
  const signer: PermissionSigner = given ?? { type: 'account', data: { address: key.address } }
  const { timestamp } = await world.reader.getBlock()
  const expiry = Math.max(Number(timestamp), Math.floor(Date.now() / 1000)) + lifetime
  const made = await askSessions(
    world,
    `${chainId}:${account}`,
    await signedRequest({ owner, account, permissions, signer, expiry }),
  )
  if (made.status !== 200) throw new Error(JSON.stringify(made.json))
  const { pci, key: coKey } = made.json as unknown as { pci: string; key: { publicKey: Hex } }
  const coSigner = publicKeyToAddress(coKey.publicKey)
  const grant = permissionsToGrant({ permissions, expiry, signer, coSigner, account, now: 0 })
  lastId += 1
  const id = lastId
  const granted = await world.run(
    { from: account, calls: [grantCall({ id, grant }) as never], capabilities: { account: { owner: owner.address } } },
    owner,
  )
  if (granted.status !== 200) throw new Error(JSON.stringify(granted))
  const context = encodeContext({ account, chainId: 31337, id, grant })
  const signature = await signAsAccount({
    ...{ owner, account },
    message: activateSessionMessage({ account: `${chainId}:${account}`, pci, context }),
  })
  const activated = await askSessions(world, `${chainId}:${account}/activate`, { pci, context, signature })
  if (activated.status !== 200) throw new Error(JSON.stringify(activated.json))
  return {
    ...{ owner, account, key, pci, context, grant, id },
    revokeAtServer: async () => {
      const message = revokeSessionMessage({ account: `${chainId}:${account}`, pci })
      const word = await signAsAccount({ owner, account, message })
      return (await askSessions(world, `${chainId}:${account}/revoke`, { pci, signature: word })).status
    },
    revokeOnChain: async () => {
      const done = await world.run({ from: account, calls: [revokeCall(id) as never] }, owner)
      if (done.status !== 200) throw new Error(JSON.stringify(done))
    },
  }
}
